import type { INodeProperties } from 'n8n-workflow';

/** What the operations of the node are about. */
export const resourceSelector: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Bot', value: 'bot' },
		{ name: 'Callback', value: 'callback' },
		{ name: 'Chat', value: 'chat' },
		{ name: 'File', value: 'file' },
		{ name: 'Game', value: 'game' },
		{ name: 'Inline', value: 'inline' },
		{ name: 'Invite Link', value: 'inviteLink' },
		{ name: 'Join Request', value: 'joinRequest' },
		{ name: 'Member', value: 'member' },
		{ name: 'Message', value: 'message' },
	],
	default: 'message',
};
