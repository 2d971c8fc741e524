import { operation, type Reading, type Values } from '../../engine/define';
import {
	additionalFields,
	fields,
	choicesOf,
	TIME_IS_UP,
	replyOf,
	severalOf,
	untilOf,
	userIdsOf,
} from '../../questions/fields';
import { chatId } from '../../fields/chat';
import { optionalText } from '../../fields/encode';
import { ask, checkIsOne, type Asking } from '../../questions/ask';
import { OPERATION, RESOURCE } from '../../questions/outputs';
import type { Question } from '../../questions/question';
import { reminderOf, resume } from '../../questions/remind';

const BY = { approval: 'buttons', freeText: 'reply', links: 'links' } as const;

/** The text of an optional field, if it was added. Throws UserError. */
function added(values: Values, name: string): string | undefined {
	const label = additionalFields.find((field) => field.name === name)!.displayName;
	const given = (values.additionalFields as Values)[name] ?? '';
	return optionalText(given, label).trim() || undefined;
}

/** The question from the form. Throws UserError. */
function askingOf({ values }: Reading, timezone: string): Asking {
	const by = BY[values.responseType as keyof typeof BY];
	const until = untilOf(values, timezone);
	const isAdded = 'textWhenTimeIsUp' in (values.additionalFields as Values);
	const shownOutcome = by === 'links' ? '{answer}, {time}' : '{name}: {answer}, {time}';
	return {
		by,
		...(by === 'reply' ? { choices: [], rows: [], reply: replyOf(values) } : choicesOf(values)),
		answerers: (values.whoMayAnswer as Question['answerers'] | undefined) ?? 'anyone',
		userIds: userIdsOf(values),
		...(by === 'buttons' && { several: severalOf(values) }),
		afterwards: values.afterAnswer as Question['afterwards'],
		words: {
			outcome: added(values, 'outcome') ?? shownOutcome,
			notice: added(values, 'notice'),
			noticeForOthers: added(values, 'noticeForOthers'),
			helpText: added(values, 'helpText'),
			noticeForWrongReplies: added(values, 'noticeForWrongReplies'),
			timeUp: isAdded ? added(values, 'textWhenTimeIsUp') : TIME_IS_UP,
		},
		help: added(values, 'helpButton') ?? 'How to Answer',
		reminder: reminderOf(values, until),
		until,
	};
}

/** Reference 5.2; the answer comes back by a trigger (`questions/deliver.ts`). */
export const sendAndWait = operation(RESOURCE, 'sendMessage', {
	value: OPERATION,
	effect: 'once',
	ordered: true,
	name: 'Send and Wait for Answer',
	action: 'Ask and wait for the answer',
	description: 'Ask in a chat, and wait until someone answers',
	fields: [chatId, ...fields],
	additionalFields,
	run: async (batch) => {
		if (await resume(batch)) return;
		await batch.forEachItem(async (reading) => {
			const asking = askingOf(reading, batch.context.getTimezone());
			// An execution in n8n can wait for only one thing at a time.
			checkIsOne(batch);
			await ask(batch, reading, asking);
		});
	},
});
