import type { IDataObject } from 'n8n-workflow';

import { settle } from '../../api/basics';
import { movedTo } from '../../api/chatNames';
import { UserError } from '../../api/errors';
import type { Body } from '../../api/multipart';
import type { Field, Operation, Reading, Turn, Values } from '../../engine/define';
import { integer } from '../../fields/encode';
import { formOnly } from '../../fields/formField';
import type { Bot } from '../../memory/registry';
import { DELETABLE_MINUTES, WrittenMessages } from '../../memory/written';
import { deletionsOf, notDeleted } from '../message/deleting/deletions';

const LABEL = 'Delete Messages of the Last (Minutes)';

const deleteMinutes: Field = formOnly(
	'deleteMinutes',
	'Also delete the last messages of the person here, up to 100, that a trigger of this bot has seen since n8n was started. This needs the right Delete Messages. Published workflows in queue mode delete none.',
	{ displayName: LABEL, placeholder: 'e.g. 60' },
);

const PARTLY_KNOWN = 'Messages from before messagesKnownSince are not known.';
const NONE_KNOWN = 'No message of this person is known, so none was deleted.';

function minutesIn({ additionalFields }: Values): number | undefined {
	const { deleteMinutes: given } = Object(additionalFields) as Values;
	if (given === undefined) return undefined;
	const minutes = Number(integer(given, LABEL));
	if (minutes > 0 && minutes <= DELETABLE_MINUTES) return minutes;
	throw new UserError(
		`${LABEL} is ${minutes}, which is not possible`,
		`Enter a whole number from 1 to ${DELETABLE_MINUTES}: the service does not delete older messages.`,
	);
}

/** Deletes what the person wrote lately. The act itself is done: if this is refused, the user is only told. */
async function cleanUp(turn: Turn, { chat_id: asked, user_id }: Body, minutes: number) {
	const bot = turn.batch.bot as Bot;
	const written = bot.part(WrittenMessages);
	// In a group that has a new ID, the numbers of its former messages belong to others.
	const chat_id = movedTo(bot.migrations, asked) ?? asked;
	const second = written.now - minutes * 60;
	const ids = written.since(second, chat_id, user_id);
	const { knownSince = null } = written;
	const counts = { messagesKnown: ids.length, messagesKnownSince: knownSince, messagesDeleted: 0 };
	if (knownSince !== null && second < knownSince) turn.notice(PARTLY_KNOWN);
	if (ids.length === 0) {
		turn.notice(NONE_KNOWN);
		return counts;
	}
	const body = { chat_id, message_ids: ids, return_failed: true };
	const sent = async () =>
		deletionsOf(ids, { result: await turn.send(body, 'deleteMessages'), uncertain: false });
	const { value: outcomes, error } = await settle(sent());
	if (!outcomes) {
		turn.notice(`Their messages were not deleted: ${(error as Error).message}`);
		return counts;
	}
	for (const notice of notDeleted([...outcomes.values()])) turn.notice(notice);
	const deleted = ids.filter((id) => outcomes.get(id)!.outcome === 'deleted');
	written.forget(deleted, chat_id, user_id);
	return { ...counts, messagesDeleted: deleted.length };
}

/** The parts of an act on a person, and its output, if the form also wants their messages deleted. */
export const withCleanUp = (
	act: NonNullable<Operation['inParts']>,
	output: (result: unknown, body: Body, values: Values) => IDataObject[],
) => ({
	additionalFields: [deleteMinutes],
	inParts: (reading: Reading) => {
		const minutes = minutesIn(reading.values);
		const parts = act(reading);
		if (minutes === undefined) return parts;
		return async (turn: Turn) => {
			const result = await (parts?.(turn) ?? turn.send(reading.body));
			return { result, counts: await cleanUp(turn, reading.body, minutes) };
		};
	},
	output: (result: unknown, body: Body, values: Values) => {
		const { counts, result: own = result } = Object(result) as Values;
		return output(own, body, values).map((json) => ({ ...json, ...Object(counts) }) as IDataObject);
	},
});
