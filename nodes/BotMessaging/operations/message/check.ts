import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Int } from '../../../../reference';
import { UserError } from '../../api/errors';
import { operation, type Batch } from '../../engine/define';
import { inWords, isBlank, missing } from '../../engine/reading';
import { readCollection } from '../../fields/collection';
import { formOnly, toggle } from '../../fields/formField';
import { messageRules } from '../../fields/rules';
import { compileRules, RuleMemory, writtenIn } from '../../moderation/rules';
import { LearnedRows, rowsIn } from '../../moderation/spamRows';
import { Context, type UpdateParts } from '../../update/context';
import { isUpdate } from '../../update/update';

const message = formOnly(
	'message',
	'The message to check: the item of a trigger, a message of the API, or a text',
	{ default: '={{ $json }}', required: true },
);

const ignoreAdministrators = formOnly(
	'ignoreAdministrators',
	'Whether messages of administrators of the chat break no rules. The node gets the list of administrators from the server if a message breaks a rule.',
	{ ...toggle, default: true },
);

function updateOf(given: unknown): Context {
	if (isUpdate(given)) return new Context(given);
	const known = Object(given) as IDataObject;
	if (['message_id', 'text', 'caption'].some((name) => known[name] !== undefined)) {
		return new Context({ update_id: 0, message: known });
	}
	throw new UserError(
		`Message must be a message, but is ${inWords(given)}`,
		'Use {{ $json }} behind a trigger, or give the text of the message.',
	);
}

/** The message that a value means, or the parts of an album. Throws UserError. */
function messagesIn(given: unknown): UpdateParts {
	if (isBlank(given)) throw missing('Message');
	if (typeof given !== 'object') return [updateOf({ text: String(given) })];
	const { update, updates, album } = given as IDataObject;
	const [first, ...others] = [updates ?? album ?? update ?? given].flat().map(updateOf);
	if (!first) throw missing('Message');
	return [first, ...others];
}

/** Whether an administrator wrote a message: it is asked once for each chat. */
function administratorsOf(batch: Batch): (update: Context) => Promise<boolean> {
	const known = new Map<string, Promise<Set<string>>>();
	const ask = async (id: Int): Promise<Set<string>> => {
		const { result } = await batch.send({ chat: String(id), body: async () => ({ chat_id: id }) });
		type Entry = { user?: { id?: unknown } } | null;
		const members = Array.isArray(result) ? (result as Entry[]) : [];
		const numbers = members.map((member) => member?.user?.id);
		return new Set(numbers.filter((number) => number !== undefined).map(String));
	};
	return async (update) => {
		const { id, type } = update.chat;
		if (id === undefined || type === 'private') return false;
		if (update.isInNameOfChat) return true;
		// Another channel has no rights here.
		if (update.message.sender_chat) return false;
		const ids = known.get(String(id)) ?? ask(id as Int);
		known.set(String(id), ids);
		return (await ids).has(String(update.doer.id));
	};
}

const TOO_FEW =
	'Looks Like Spam has too few rows to learn from, so it finds nothing yet. It needs at least 40 different messages: 5 or more of spam, and 20 or more of what people write.';

async function checkAll(batch: Batch): Promise<void> {
	const memory = new RuleMemory();
	const isByAdministrator = administratorsOf(batch);
	let isTold = false;
	await batch.forEachItem(async ({ item, values }) => {
		const rules = readCollection(messageRules, values.rules ?? {});
		if (Object.keys(rules).length === 0) {
			throw new UserError('Rules is empty', 'Under Rules, add at least one rule.');
		}
		const { spamRows, ...others } = rules;
		const learned =
			spamRows === undefined ? undefined : await batch.bot.part(LearnedRows).from(rowsIn(spamRows));
		if (spamRows !== undefined && !learned && !isTold) {
			isTold = true;
			batch.warn(TOO_FEW);
		}
		const asked = spamRows === undefined ? others : { ...others, learned };
		const { ignoreAdministrators: isIgnoring } = values.additionalFields as IDataObject;
		const parts = messagesIn(values.message);
		const [update] = parts;
		memory.brokenAlbums.clear();
		const judged = compileRules(asked, memory)(parts, memory);
		const isFine = isIgnoring === true && judged?.brokenRules && (await isByAdministrator(update));
		const { brokenRules = [], found = [], words = [] } = isFine ? {} : (judged ?? {});
		batch.emit(item, {
			isBroken: brokenRules.length > 0,
			brokenRules,
			words,
			found,
			spamScore: learned?.scoreOf(parts.map(writtenIn).join('\n')) ?? null,
			chatId: update.chat.id ?? null,
			messageId: update.message.message_id ?? null,
			userId: update.user.id ?? null,
		});
	});
}

/** The same rules as in the triggers, except those that count earlier messages. */
export const check = operation('message', 'getChatAdministrators', {
	value: 'check',
	effect: 'read',
	ordered: false,
	name: 'Check',
	action: 'Check a message by rules',
	description: 'Find out if a message breaks rules, and where. Lists can come from a data table.',
	fields: [message, messageRules],
	additionalFields: [ignoreAdministrators],
	run: checkAll,
});

/** The outputs of the node. Messages that break trial rules get an output of their own. */
export function outputsFor(
	{ resource, operation, rules }: INodeParameters,
	items: INodeExecutionData[],
): INodeExecutionData[][] {
	const { logOnly } = Object(rules) as IDataObject;
	if (resource !== 'message' || operation !== 'check' || logOnly !== true) return [items];
	const isBroken = ({ json }: INodeExecutionData) => json.isBroken === true;
	return [items.filter((item) => !isBroken(item)), items.filter(isBroken)];
}
