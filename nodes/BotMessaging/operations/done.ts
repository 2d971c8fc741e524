import type { IDataObject } from 'n8n-workflow';

import type { Int, InviteLink, MethodName, ParamsOf } from '../../../reference';
import { camelCase } from '../api/basics';
import type { Body } from '../api/multipart';
import type { Operation } from '../engine/define';
import { outputOf } from '../engine/result';

type ParamName = { [M in MethodName]: keyof ParamsOf<M> & string }[MethodName];

/** Outputs that it was done, and to what: these parameters of the request by their names in the form. */
export const doneTo =
	(...about: ParamName[]) =>
	(result: unknown, body: Body): IDataObject[] => {
		const sent = about.map((name) => [camelCase(name), body[name] ?? null] as const);
		return [{ success: result === true, ...(Object.fromEntries(sent) as IDataObject) }];
	};

/** The same, also if the server says that it was done already. */
export function doneOrAlready(
	when: Pick<NonNullable<Operation['alreadyDone']>, 'says' | 'always'>,
	...about: ParamName[]
) {
	const output = doneTo(...about);
	return { output, alreadyDone: { ...when, output: (body: Body) => output(true, body) } };
}

/** The server's answer if the chat already has the wanted state. */
export const NOT_MODIFIED = { says: /not[ _]modified/i };

/**
 * Adds `changed` to the output of an edit. It is no failure if the message has this content already. After
 * an attempt without an answer, nobody knows whether that attempt changed it.
 */
export const changedOf: Pick<
	Operation<'editMessageText' | 'editMessageReplyMarkup'>,
	'output' | 'alreadyDone'
> = {
	output: (result) => outputOf(result).map((json) => ({ ...json, changed: true })),
	alreadyDone: {
		says: /message is not modified/i,
		always: /message is not modified/i,
		output: ({ chat_id: chatId, message_id: messageId = null }, uncertain) => [
			{ success: true, chatId, messageId, changed: uncertain ? null : false },
		],
	},
};

/** The ChatInviteLink, plus its chat and its address under the names of the form. */
export const linkItem = (
	link: InviteLink,
	{ chat_id: chatId }: { chat_id: Int },
): IDataObject[] => [{ chatId, inviteLink: link?.invite_link, ...link }];
