import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import type { Body } from '../../api/multipart';
import { KeyedQueue } from '../../api/queues';
import { operation, type Batch, type Reading } from '../../engine/define';
import { chatId } from '../../fields/chat';
import { choices, formOnly } from '../../fields/formField';
import { flagsOf, rights } from '../../fields/rights';
import { userId } from '../../fields/user';
import { doneTo } from '../done';
import { checkName } from './named';

/** The names of the rights that a person should have, for one input item. */
type WantedRights = (batch: Batch, reading: Reading) => Promise<Set<string>>;

/** The server's ChatMember for a person. */
async function memberOf(batch: Batch, who: Body): Promise<unknown> {
	const { result } = await batch.send({
		method: 'getChatMember',
		effect: 'read',
		ordered: false,
		chat: String(who.chat_id),
		body: async () => who,
	});
	return result;
}

/**
 * Gives the person of each item the wanted rights and turns off all others. The items of one person run one
 * after another, so that no item changes rights while another has read but not yet written them.
 */
export const setRights = (wanted: WantedRights) => async (batch: Batch) => {
	const people = new KeyedQueue();
	const setOnes = async (reading: Reading) => {
		const { item, values } = reading;
		const { chat_id, user_id } = reading.body;
		const who = { chat_id, user_id };
		await checkName(values.userId, who, async () => await memberOf(batch, who));
		const given = await wanted(batch, reading);
		const body = { ...who, ...flagsOf(given) };
		const { result } = await batch.send({ chat: String(chat_id), body: async () => body });
		const [done] = doneTo('chat_id', 'user_id')(result, body);
		batch.emit(item, { ...done, rights: [...given].sort() });
	};
	await batch.forEachItem(async (reading) => {
		await people.run(String(reading.body.user_id), async () => await setOnes(reading));
	});
};

/**
 * The rights of a ChatMember, including rights newer than this node: the server revokes what is not
 * sent. The permissions of a restricted member have the same names, but are no rights.
 */
function rightsOf(member: unknown): string[] {
	const { status, ...flags } = (member ?? {}) as IDataObject;
	if (typeof status !== 'string') {
		throw new UserError(
			'The server did not say which rights the member has',
			'Nothing was changed. Set Existing Rights to Replace to grant exactly the chosen rights.',
		);
	}
	if (status !== 'administrator') return [];
	return Object.keys(flags).filter(
		(name) => flags[name] === true && /^(is_anonymous|can_(?!be_edited).+)$/.test(name),
	);
}

/** The chosen rights, plus the person's current ones unless Replace is chosen. */
async function chosenRights(batch: Batch, { body, values }: Reading): Promise<Set<string>> {
	const { rights: chosen, ...who } = body;
	const given = new Set(chosen as string[]);
	if (values.presentRights === 'replace') return given;
	for (const right of rightsOf(await memberOf(batch, who))) given.add(right);
	return given;
}

/** Reference 5.4: every right that is left out is revoked. */
export const promoteChatMember = operation('member', 'promoteChatMember', {
	effect: 'repeatable',
	ordered: false,
	name: 'Promote',
	action: 'Promote a member to administrator',
	description: 'Make a member an administrator, or change the rights of one',
	fields: [
		chatId,
		userId,
		rights,
		formOnly('presentRights', 'What to do with the rights that the person already has', {
			displayName: 'Existing Rights',
			...choices('keep', {
				keep: [
					'Keep',
					'Add the chosen rights to the rights that the administrator already has. The node requests these first.',
				],
				replace: ['Replace', 'Give exactly the chosen rights. All other rights are removed.'],
			}),
		}),
	],
	run: setRights(chosenRights),
});
