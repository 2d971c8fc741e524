import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../engine/define';

/** The ChatInviteLink as it is, with its chat and its address under the names of the form. */
export const linkItem: Operation['output'] = (result, { chat_id: chatId }) => {
	const link = Object(result) as IDataObject;
	return [{ chatId: chatId as string, inviteLink: link.invite_link, ...link }];
};
