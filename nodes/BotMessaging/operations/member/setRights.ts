import type { ParamsOf } from '../../../../reference';
import type { Body } from '../../api/multipart';
import { flagsOf } from '../../fields/rights';
import type { Batch, Reading } from '../../engine/define';
import { doneTo } from './done';
import { checkName } from './named';

/** The names of the rights that a person should have, for one input item. */
type WantedRights = (batch: Batch, reading: Reading) => Promise<Set<string>>;

/** The server's ChatMember for a person. */
export async function memberOf(batch: Batch, who: Body): Promise<unknown> {
	const { result } = await batch.send({
		method: 'getChatMember',
		effect: 'read',
		ordered: false,
		chat: String(who.chat_id),
		body: async () => who,
	});
	return result;
}

async function setOnes(batch: Batch, reading: Reading, wanted: WantedRights) {
	const { item } = reading;
	const { chat_id, user_id } = reading.body as ParamsOf<'promoteChatMember'>;
	try {
		await checkName(reading.values.userId, { chat_id, user_id }, async (who) => {
			return await memberOf(batch, who);
		});
		const given = await wanted(batch, reading);
		const body = { chat_id, user_id, ...flagsOf(given) };
		const { result } = await batch.send({ chat: String(chat_id), body: async () => body });
		const [done] = doneTo(result, body);
		batch.emit(item, { ...done, rights: [...given].sort() });
	} catch (error) {
		batch.fail(item, error);
	}
}

/**
 * Gives the person of each item the wanted rights and turns off all others. The items of one person run one
 * after another, so that no item changes rights while another has read but not yet written them.
 */
export const setRights = (wanted: WantedRights) => async (batch: Batch) => {
	const turns = new Map<string, Promise<void>>();
	for await (const reading of batch.readings()) {
		const person = String(reading.body.user_id);
		const before = turns.get(person) ?? Promise.resolve();
		const turn = before.then(async () => await setOnes(batch, reading, wanted));
		turns.set(person, turn);
	}
	await Promise.all(turns.values());
};
