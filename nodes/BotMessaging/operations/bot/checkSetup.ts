import { settle } from '../../api/basics';
import { operation, type Batch, type Field, type Values } from '../../engine/define';
import { quickCallOf } from '../../api/client';
import { isBlank } from '../../engine/reading';
import { chatId, locatedChat, locatorOf } from '../../fields/chat';
import { optionalText } from '../../fields/encode';
import { formOnly } from '../../fields/formField';
import { updateKinds } from '../../update/update';
import {
	findInArrival,
	findInChat,
	findInWorkflow,
	inOrder,
	notBlocking,
	ofError,
	type SetupFinding,
} from './setupFindings';

const chat: Field = {
	...chatId,
	required: false,
	description:
		'A chat to check too: whether the bot is there, and which rights it lacks, except those it would only grant',
	wire: {
		encode: (value, label) =>
			isBlank(locatorOf(value).value) ? undefined : locatedChat(value, label),
	},
};

const expectedUpdates = formOnly(
	'expectedUpdates',
	'The kinds of updates that do not arrive, to check if a published trigger asks for them',
	{ type: 'multiOptions', options: updateKinds, default: [] },
);

const workflow = formOnly(
	'workflow',
	'The name of a workflow, to see if it is published, and what became of the last update that came for it',
	{ placeholder: 'e.g. Welcome new members' },
);

const NOTHING: SetupFinding = {
	cause: 'none',
	problem: null,
	whatToDo: 'Nothing wrong was found.',
	isBlocking: false,
};

const PRIVACY = notBlocking(
	'privacy',
	'Privacy mode is on for this bot: in groups in which it is no administrator, it gets only commands and replies to its messages.',
	'Make the bot an administrator of the group. Or turn privacy mode off at the service’s bot assistant, then remove the bot from the group and add it again.',
);

type AddedChecks = Values & { expectedUpdates?: string[]; workflow?: string };

async function findAll(
	batch: Batch,
	chatGiven: number | string | undefined,
	{ expectedUpdates = [], workflow: given = '' }: AddedChecks,
): Promise<SetupFinding[]> {
	const name = optionalText(given, workflow.displayName);
	const ask = quickCallOf(batch);
	const { value: me, error } = await settle(ask('getMe', {}));
	if (error !== undefined) return [ofError(error, checkSetup)];
	const [arrival, inChat] = await Promise.all([
		findInArrival(ask, batch.bot, checkSetup, expectedUpdates, name),
		chatGiven === undefined ? [] : findInChat(ask, checkSetup, me!, chatGiven),
	]);
	const isLimited = me?.can_read_all_group_messages === false;
	const ofWorkflow = name.trim() === '' ? [] : findInWorkflow(name, batch.bot);
	const others = [...ofWorkflow, ...arrival, ...(isLimited ? [PRIVACY] : [])];
	const found = [...inChat, ...inOrder(others)];
	if (found.length > 0) return found;
	const hint =
		chatGiven === undefined ? ` If one chat is silent, choose it in ${chat.displayName}.` : '';
	return [{ ...NOTHING, whatToDo: `${NOTHING.whatToDo}${hint}` }];
}

/** Reference 3.2, 3.3, 5.1 and 5.4. */
export const checkSetup = operation('bot', 'getMe', {
	value: 'checkSetup',
	effect: 'read',
	ordered: false,
	name: 'Check Setup',
	action: 'Check the setup of the bot',
	description:
		'Find out why nothing arrives, or why requests are refused. Outputs what it finds, with what to do.',
	fields: [chat],
	additionalFields: [expectedUpdates, workflow],
	run: async (batch) => {
		await batch.forEachItem(async ({ item, body, values }) => {
			const { chat_id: id } = body as { chat_id?: number | string };
			const found = await findAll(batch, id, values.additionalFields as AddedChecks);
			for (const finding of found) batch.emit(item, { ...finding });
		});
	},
});
