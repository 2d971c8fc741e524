import { Workflow } from 'n8n-workflow';

import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { actionNode, additionalDataFor, core, nodeTypesOf, type CredentialData } from './engine';

const TYPE = 'n8n-nodes-bot-messaging.botMessaging';

/** Opens the list of chats as the editor does, in n8n-core's own context. */
export async function openChatList(credential: CredentialData, filter?: string) {
	const type = new BotMessaging();
	const node = actionNode({ resource: 'message', operation: 'sendMessage' });
	const nodeTypes = nodeTypesOf({ [TYPE]: type });
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = additionalDataFor({ service: 'other', ...credential }, workflow);
	const context = new core.LoadOptionsContext(workflow, node, additionalData, 'parameters.chatId');
	return await type.methods.listSearch.searchChats.call(context, filter);
}
