import type { ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';

import { UserError } from '../api/errors';
import { property } from '../fields/formField';

/** n8n's default path for answers. */
const USUAL_PATH = 'webhook-waiting';

type AddressContext = Pick<ITriggerFunctions | IWebhookFunctions, 'getInstanceBaseUrl'> & {
	evaluateExpression?: (expression: string, itemIndex: number) => unknown;
};

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

/** Evaluated once: it does not change while n8n runs, and an expression costs a millisecond per push. */
let own: string | undefined;

/** n8n's own address for executions that wait, e.g. `https://n8n.example.com/webhook-waiting`. */
function ownBase(context: AddressContext): string | undefined {
	if (own) return own;
	try {
		const address = String(context.evaluateExpression?.('{{ $execution.resumeUrl }}', 0));
		if (URL.canParse(address)) own = address.slice(0, address.lastIndexOf('/'));
	} catch {
		// Use the default path.
	}
	return own;
}

/** Whether the triggers of a bot could not reach n8n the last time: Check Setup says so. */
export class InstanceReach {
	isLost = false;
}

/**
 * Addresses of n8n, likeliest first: the one in the form, or else n8n's own. None is guessed: another n8n could
 * be there, and get what people wrote. Throws UserError.
 */
export function homesOf(context: AddressContext, own: string | undefined, given: string): string[] {
	const address = given.trim();
	if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) {
		return [withoutSlash(address)];
	}
	if (address) {
		throw new UserError(
			'Instance Address is not a valid URL',
			'Enter the complete URL, for example http://n8n:5678, or leave it empty.',
		);
	}
	const known = [own ?? '', String(context.getInstanceBaseUrl() ?? '')];
	return [...new Set(known.filter((one) => URL.canParse(one)).map(withoutSlash))];
}

/**
 * The same with the path for answers. Call it only while n8n starts the trigger or hands it a push: n8n
 * evaluates expressions only then. Throws UserError.
 */
export function basesOf(context: AddressContext, given: string): string[] {
	const [, home, path = USUAL_PATH] = /^(.*)\/([^/]*)$/.exec(ownBase(context) ?? '') ?? [];
	return homesOf(context, home, given).map((address) => `${address}/${path}`);
}

/** Texts of the trigger itself: if a question is closed or unknown, the texts of its form are not known. */
const NOTICES = {
	noticeForLongText: [
		'Your text came in several messages, and only the first one was taken as your answer.',
		'The text to show if an answer to Send and Wait for Answer or to a form is too long for one message, so that the app has sent it in several',
	],
	noticeToTryAgain: [
		'This cannot be accepted right now. Please try again in a moment.',
		'The text to show if an answer to Send and Wait for Answer cannot be accepted at the moment',
	],
	noticeWhenClosed: [
		'This question is closed.',
		'The text to show if the question of Send and Wait for Answer is already closed',
	],
	noticeWhenUnknown: [
		'This question cannot be answered here.',
		'The text to show if this n8n does not know the question, for example because its execution was deleted',
	],
} satisfies Record<string, [usual: string, description: string]>;

/** The trigger options for questions, by field name. */
export type QuestionOptions = Record<'n8nAddress' | keyof typeof NOTICES, string>;

export const questionOptions = [
	property(
		'n8nAddress',
		'The URL at which this trigger reaches n8n, to deliver answers and to pass updates on to other workflows of the bot. Fill it in only if the log or a failed execution says that n8n cannot be reached.',
		{ displayName: 'Instance Address', placeholder: 'e.g. http://n8n:5678' },
	),
	...Object.entries(NOTICES).map(([name, [usual, description]]) =>
		property(name, description, { default: usual }),
	),
];

/** The trigger's texts for people who answer. */
export type TriggerWords = ReturnType<typeof wordsOf>;

/** An empty option counts as not added. */
export function wordsOf(options: QuestionOptions) {
	const word = (name: keyof typeof NOTICES) => options[name].trim() || NOTICES[name][0];
	const closed = word('noticeWhenClosed');
	const isUsual = closed === NOTICES.noticeWhenClosed[0];
	const cut = word('noticeForLongText');
	const isUsualCut = cut === NOTICES.noticeForLongText[0];
	return {
		cut,
		cutInForm: isUsualCut ? `${cut} To change it, press Back or Change.` : cut,
		closed,
		answered: isUsual ? 'You have already answered this question.' : closed,
		unknown: word('noticeWhenUnknown'),
		tryAgain: word('noticeToTryAgain'),
	};
}
