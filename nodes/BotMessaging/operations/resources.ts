import type { INodeProperties } from 'n8n-workflow';

/** In the order of the form and of the list of actions: the most used ones first. */
const RESOURCES = {
	message: 'Message',
	member: 'Member',
	chat: 'Chat',
	file: 'File',
	inviteLink: 'Invite Link',
	joinRequest: 'Join Request',
	callback: 'Callback',
	inline: 'Inline',
	game: 'Game',
	bot: 'Bot',
};

export const resourceSelector: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: Object.entries(RESOURCES).map(([value, name]) => ({ name, value })),
	default: 'message',
};
