import type { IDataObject } from 'n8n-workflow';

import type { Int, InviteLink } from '../../../../reference';

/** The ChatInviteLink, plus its chat and its address under the names of the form. */
export const linkItem = (
	link: InviteLink,
	{ chat_id: chatId }: { chat_id: Int },
): IDataObject[] => [{ chatId, inviteLink: link?.invite_link, ...link }];
