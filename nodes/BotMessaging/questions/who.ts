import type { IDataObject } from 'n8n-workflow';

/** Who may answer a question. */
export interface WhoMayAnswer {
	answerers: 'anyone' | 'administrators' | 'users';
	/** Of the users who may answer. */
	userIds: string[];
}

/** A person in the chat of the question, where administrators can be anonymous. */
interface PersonInChat {
	chatId: string;
	user: IDataObject;
	senderChatId?: string;
}

/** Whether this person may answer; undefined if nobody knows. */
export async function mayAnswer(
	{ answerers, userIds }: WhoMayAnswer,
	{ user, chatId, senderChatId }: PersonInChat,
	isAdministrator: (id: string) => Promise<boolean | undefined>,
): Promise<boolean | undefined> {
	if (answerers === 'anyone') return true;
	const id = String(user.id);
	if (answerers === 'users') return userIds.includes(id);
	// An anonymous administrator writes in the name of the group. A private chat has only one person.
	if (senderChatId === chatId || id === chatId) return true;
	return await isAdministrator(id);
}
