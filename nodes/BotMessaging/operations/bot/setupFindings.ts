import type { INodePropertyOptions } from 'n8n-workflow';

import type { WebhookInfo, Chat, Int, User } from '../../../../reference';
import { NEEDED_RIGHTS } from '../../../../reference/rights';
import { isLocalName, isPublicAddress, literalOf, shownAddress } from '../../api/addresses';
import { settle } from '../../api/basics';
import { GivenUp } from '../../api/bounds';
import type { Call } from '../../api/client';
import { AnswerError, isRateLimit, statusOf } from '../../api/errors';
import type { Owner } from '../../api/owner';
import type { Asked } from '../../engine/hints';
import { explain, sentences } from '../../engine/nodeErrors';
import { rights } from '../../fields/rights';
import { publishedTriggers, type ActiveTrigger, registry } from '../../memory/registry';
import { InstanceReach } from '../../questions/triggerOptions';
import type { Context } from '../../update/context';
import { updateKinds } from '../../update/update';

/** A finding of Check Setup, as output in its item. */
export interface SetupFinding {
	/** One word for it, for If and Switch nodes. docs/silent-bot.md lists them. */
	cause: string;
	problem: string | null;
	whatToDo: string;
	/** Whether updates do not arrive or start nothing, or nothing is sent, until this is mended. */
	isBlocking: boolean;
	/** Set if it may be as the user wants it; not output. */
	isNormal?: true;
}

function blocking(cause: string, problem: string, whatToDo: string): SetupFinding {
	return { cause, problem, whatToDo, isBlocking: true };
}

export function notBlocking(cause: string, problem: string, whatToDo: string): SetupFinding {
	return { cause, problem, whatToDo, isBlocking: false };
}

const normal = (cause: string, problem: string, whatToDo: string): SetupFinding => ({
	...notBlocking(cause, problem, whatToDo),
	isNormal: true,
});

const UNEXPLAINED = 'Look for these words in the documentation of the server.';

/** A failed request, explained as in all operations. */
export function ofError(error: unknown, asked: Asked, cause?: string): SetupFinding {
	const { message, hint, code, reason } = explain(error, asked);
	// Without an answer to getMe, the address may be wrong.
	const isAnswered =
		error instanceof AnswerError && (error.code !== 404 || error.method !== 'getMe');
	const isNamed = reason === 'token' || reason === 'tooFast';
	const known = isNamed ? reason : isAnswered ? 'refused' : 'address';
	// Hints point to this operation itself.
	const next = hint.replace(/ ?Bot > Check Setup\b[^.]*\./, '') || UNEXPLAINED;
	return blocking(cause ?? known, sentences(message, code), next);
}

/** How long a server holds the poll that detects other polling programs, in seconds. */
const HOLD_SECONDS = 2;

/** How webhook addresses of this package end. */
const OWN_WEBHOOK = /\/bot-updates(\?|$)/;

/** Servers send these only if asked for by name (reference 3.2). */
const ONLY_BY_NAME = ['chat_member', 'message_reaction', 'message_reaction_count'];

const PUBLISH_AGAIN = 'Unpublish the workflow and publish it again.';
const IN_QUEUE_MODE =
	'In queue mode this execution runs in a worker, and triggers run in another process: look there if the workflow is published.';

const namesOf = (kinds: Iterable<string>) =>
	[...kinds]
		.map((kind) => updateKinds.find(({ value }) => value === kind)?.name ?? kind)
		.join(', ');

const quoted = (triggers: ActiveTrigger[]) =>
	[...new Set(triggers.map(({ workflow }) => `"${workflow}"`))].join(', ');

/** Whether a server on the internet cannot reach an address, even if this process can. */
function isNotPublic(address: string): boolean {
	if (!URL.canParse(address)) return true;
	const url = new URL(address);
	const literal = literalOf(url);
	const isReached = literal === undefined ? !isLocalName(url.hostname) : isPublicAddress(literal);
	return url.protocol !== 'https:' || !isReached;
}

const wait = (count: number) => (count === 1 ? '1 update waits' : `${count} updates wait`);

const OPEN =
	'Set WEBHOOK_URL of n8n to its public address with https, and publish the workflow again. Or use the Bot Messaging Polling Trigger, which needs no public address.';
const LOOK =
	'Check that this address leads to n8n, and that proxies and firewalls before it let the server in. The log of n8n says what the trigger refused.';

/** Why the server cannot push: its own error, or an address that it cannot reach. */
function ofPushes(info: WebhookInfo): SetupFinding[] {
	const { url, last_error_message: failure, last_error_date: seconds = 0 } = info;
	const { pending_update_count: waiting = 0 } = info;
	const address = shownAddress(url);
	const isPrivate = isNotPublic(url);
	if (!failure && !isPrivate) return [];
	const make = waiting > 0 ? blocking : notBlocking;
	const at = new Date(seconds * 1000).toUTCString();
	const said = failure
		? `The server last failed to push an update to ${address} at ${at}: ${failure}. ${wait(waiting)} there.`
		: `The webhook leads to ${address}, which a server on the internet cannot reach over HTTPS. ${wait(waiting)} there.`;
	if (/certificate|ssl|tls/i.test(failure ?? '')) {
		const renew = `Renew the certificate of ${address}, with all certificates between it and its root. Or use the Bot Messaging Polling Trigger, which needs none.`;
		return [make('certificate', said, renew)];
	}
	return [isPrivate ? make('notPublic', said, OPEN) : make('serverError', said, LOOK)];
}

const NOT_HERE = 'and not to a published trigger here.';
const FREE_IT =
	'If that program is no longer needed, run Bot > Delete Webhook, or turn on Remove Webhook or Take Over an Existing Webhook in the Options of the trigger. To keep it, use another bot here. If it is a workflow of this n8n, publish it again.';

function ofWebhook(info: WebhookInfo, triggers: ActiveTrigger[]): SetupFinding[] {
	const { url, allowed_updates: asked = [] } = info;
	const here = triggers.filter(({ isAt }) => isAt?.(url));
	const words = `The bot sends its updates to the webhook at ${shownAddress(url)}`;
	if (here.length === 0 && !registry.hasRunTriggers && OWN_WEBHOOK.test(url)) {
		const whose = `${words}. Whether that is a trigger of this n8n is not known here.`;
		return [notBlocking('notKnown', whose, IN_QUEUE_MODE), ...ofPushes(info)];
	}
	if (here.length === 0) return [blocking('webhookElsewhere', `${words}, ${NOT_HERE}`, FREE_IT)];
	const wanted = new Set(here.flatMap(({ kinds }) => kinds));
	const isSent = (kind: string) =>
		asked.length > 0 ? asked.includes(kind) : !ONLY_BY_NAME.includes(kind);
	const missing = [...wanted].filter((kind) => !isSent(kind));
	const without = `The server is not asked for updates that ${quoted(here)} waits for: ${namesOf(missing)}.`;
	const again = `${PUBLISH_AGAIN} Another program has changed the webhook since.`;
	return [...(missing.length > 0 ? [blocking('kinds', without, again)] : []), ...ofPushes(info)];
}

const OTHER_POLLER =
	'Another program fetches the updates of this bot, or another n8n in which a workflow with a trigger of this bot is published.';

const STOP_THE_OTHER =
	'Only one program can poll for a bot. Look for it: another n8n with the same workflow (a test computer, an old server, a second tab of n8n Desktop), a script, or an app for bots. Unpublish or stop it there. If you cannot find it, get a new token from the service, and enter it in the credential here: the other program then gets nothing any more. Or use another bot.';

/** Findings if no webhook is set and nothing polls here. */
async function ofNobody(
	ask: Call,
	asked: Asked,
	{ pending_update_count: waiting }: Partial<WebhookInfo>,
): Promise<SetupFinding> {
	const { error } = await settle(ask('getUpdates', { limit: 1, timeout: HOLD_SECONDS }));
	if (statusOf(error) === 409) {
		const { message } = error as Error;
		if (/webhook/i.test(message)) return blocking('webhookElsewhere', message, FREE_IT);
		return registry.hasRunTriggers
			? blocking('otherPoller', OTHER_POLLER, STOP_THE_OTHER)
			: notBlocking('notKnown', `A program fetches the updates of this bot.`, IN_QUEUE_MODE);
	}
	// Some servers know no parameters, or know others: the trigger leaves them out.
	const isLeftOut = statusOf(error) === 400 && !isRateLimit(error);
	if (error !== undefined && !isLeftOut) return ofError(error, asked);
	return blocking(
		'noTrigger',
		`No program fetches the updates of this bot: no workflow with a trigger of this bot is published.${waiting === undefined ? '' : ` ${wait(waiting)} on the server.`}`,
		'Open the workflow with your trigger and press Publish: a trigger that is only saved does nothing. If there is no such workflow, add a Bot Messaging Polling Trigger with this credential to one.',
	);
}

function ofTrouble(triggers: ActiveTrigger[], trouble: { state: string; words: string }) {
	// The finding about the webhook says more.
	if (trouble.state === 'webhook') return [];
	const cause = trouble.state === 'conflict' ? 'otherPoller' : 'notFetching';
	const what = `${quoted(triggers)} gets no updates at the moment. ${trouble.words}`;
	const byItself = 'Do what the message says: the trigger tries again by itself.';
	return [blocking(cause, what, cause === 'otherPoller' ? STOP_THE_OTHER : byItself)];
}

/**
 * Why the triggers in this process start nothing, although updates arrive.
 *
 * @param told the name of a workflow whose last update has a finding of its own
 */
function ofTriggers(triggers: ActiveTrigger[], told: string): SetupFinding[] {
	const untold = triggers.length > 1 ? triggers.filter((one) => !isNamed(one, told)) : triggers;
	// The one that was published last is most likely the one that the user looks for.
	const unpassed = untold.filter(({ tally }) => tally.judged > 0 && tally.passed === 0).reverse();
	const ofUnpassed = unpassed.map((trigger) => ofFilters(trigger, triggers));
	const last = ofUnpassed.at(-1);
	if (last && triggers.length > 1)
		last.whatToDo += ` Published with this bot: ${quoted(triggers)}. If yours is not among these, open it and press Publish.`;
	const ofKinds = untold.flatMap((trigger) => {
		const { judged, leftOut } = trigger.tally;
		if (judged > 0 || leftOut.size === 0) return [];
		const name = quoted([trigger]);
		const only = `All updates that have come for ${name} since it runs are of kinds that its Trigger On leaves out: ${namesOf(leftOut)}.`;
		return [normal('kinds', only, CHECK_KINDS)];
	});
	return [...ofUnpassed, ...ofKinds];
}

const NOT_REACHED =
	'A trigger of this bot cannot reach n8n: answers of people, and updates for several workflows, do not arrive.';
const REACH_IT =
	'Fill in Instance Address under Options of the triggers of this bot, for example http://localhost:5678, or http://n8n:5678 in Docker Compose, and publish again.';

/** Workflows with the same words are in one finding. */
function ofUnsaved(triggers: ActiveTrigger[]): SetupFinding[] {
	const found = triggers.flatMap(({ tally: { unsaved } }) => unsaved ?? []);
	const texts = new Map(found.map(({ words, whatToDo }) => [words, whatToDo]));
	return [...texts].map(([words, whatToDo]) => {
		const all = triggers.filter(({ tally }) => tally.unsaved?.words === words);
		return notBlocking('notKept', `${quoted(all)}: ${words}`, whatToDo);
	});
}

const MAKE_SMALLER =
	'Give this rule a shorter time, if it has one, or share the chats between two bots. The page Limits of the documentation lists all bounds. This is shown for a day.';

const LACKING = 'If the workflow gets all that it waits for, you need not do anything.';

const NORMAL = 'Normal if this workflow waits for something else. If not, ';
const CHECK_KINDS = `${NORMAL}choose these kinds too in Trigger On.`;

/** So much of a person's text is enough to recognize it. */
const SHOWN_CHARACTERS = 30;

function shown({ text, kind }: Context): string {
	const [...characters] = text?.replace(/[\s\p{C}]+/gu, ' ') ?? namesOf([kind]);
	const end = characters.length > SHOWN_CHARACTERS ? '…' : '';
	return `“${characters.slice(0, SHOWN_CHARACTERS).join('')}${end}”`;
}

const isNamed = ({ workflow }: ActiveTrigger, name: string) =>
	workflow.trim().toLowerCase() === name.trim().toLowerCase();

/** Whether a workflow is published, and what became of its last update. */
export function findInWorkflow(name: string, bot: Owner): SetupFinding[] {
	const triggers = publishedTriggers(bot);
	const meant = triggers.filter((one) => isNamed(one, name));
	if (meant.length === 0 && !registry.hasRunTriggers) {
		const problem = `Whether "${name}" is published is not known here.`;
		return [notBlocking('notKnown', problem, IN_QUEUE_MODE)];
	}
	if (meant.length === 0) {
		const others = triggers.length > 0 ? ` Published with this bot: ${quoted(triggers)}.` : '';
		const problem = `No workflow "${name}" is published with a trigger of this bot.${others}`;
		const advice = 'Open it, check the credential of its trigger, and press Publish.';
		return [blocking('notPublished', problem, advice)];
	}
	return meant.map(({ workflow, tally: { last, passed } }) => {
		const { update, by } = last ?? {};
		const times = passed === 1 ? '1 update has' : `${passed} updates have`;
		const became = by === undefined ? 'started it' : `was left out by ${by}`;
		const said = update
			? `${times} started it since it runs. The last one that came, ${shown(update)}, ${became}.`
			: 'No update has come for it since it runs.';
		const left = `If it should start the workflow, correct ${by} in its trigger.`;
		const started = 'If you miss something, look at the list of executions.';
		const advice = update ? (by === undefined ? started : left) : 'Write to the bot.';
		return notBlocking('workflow', `"${workflow}" is published. ${said}`, advice);
	});
}

/** Of several workflows, each waits for something else: it may be well that updates do not start this one. */
function ofFilters({ workflow, tally }: ActiveTrigger, published: ActiveTrigger[]): SetupFinding {
	const updates = tally.judged === 1 ? '1 update has' : `${tally.judged} updates have`;
	const none = `${updates} come for "${workflow}" since it runs, and none passed its filters, rules and outputs.`;
	const { update, by = 'Filters, Exclude, Rules and Outputs' } = tally.lastLeftOut ?? {};
	const problem = update ? `${none} It last left out ${shown(update)}, by ${by}.` : none;
	if (published.length === 1) return blocking('filters', problem, `Correct ${by} in its trigger.`);
	return normal('filters', problem, `${NORMAL}open it, and correct ${by} in its trigger.`);
}

function ofExpected(kinds: string[], triggers: ActiveTrigger[]): SetupFinding[] {
	const missing = kinds.filter((kind) => !triggers.some(({ judged }) => judged.includes(kind)));
	if (missing.length === 0 || triggers.length === 0) return [];
	const what = `No published trigger of this bot starts on ${namesOf(missing)}.`;
	return [blocking('kinds', what, 'Choose it in Trigger On of the trigger, and publish again.')];
}

/**
 * Why updates may not arrive, or start nothing.
 *
 * @param told as in `ofTriggers`
 */
export async function findInArrival(
	ask: Call,
	bot: Owner,
	asked: Asked,
	expected: string[],
	told: string,
): Promise<SetupFinding[]> {
	const triggers = publishedTriggers(bot);
	const polling = triggers.filter(({ isAt }) => !isAt);
	const { value, error } = await settle(ask('getWebhookInfo', {}));
	// Not every server offers this method.
	if (error !== undefined && statusOf(error) !== 404) return [ofError(error, asked)];
	const info = Object(value) as Partial<WebhookInfo>;
	const [trouble] = polling.flatMap((trigger) => trigger.trouble?.() ?? []);
	const lacking = new Set(polling.flatMap((trigger) => trigger.lacks?.() ?? []));
	const found = trouble ? ofTrouble(polling, trouble) : [];
	if (info.url) found.push(...ofWebhook(info as WebhookInfo, triggers));
	else if (triggers.length > polling.length && value !== undefined) {
		const gone = `The webhook of ${quoted(triggers.filter(({ isAt }) => isAt))} is no longer set.`;
		found.push(blocking('webhookGone', gone, PUBLISH_AGAIN));
	} else if (triggers.length === 0) found.push(await ofNobody(ask, asked, info));
	return [
		...found,
		...(bot.part(InstanceReach).isLost ? [blocking('notReached', NOT_REACHED, REACH_IT)] : []),
		...ofTriggers(triggers, told),
		...ofUnsaved(triggers),
		...[...lacking].map((words) => normal('serverLacks', words, LACKING)),
		...ofExpected(expected, triggers),
		...bot
			.part(GivenUp)
			.lately()
			.map((words) => notBlocking('bound', words, MAKE_SMALLER)),
	];
}

/** What blocks comes first. What is normal comes last, in one item. */
export function inOrder(found: SetupFinding[]): SetupFinding[] {
	const others = found.filter(({ isNormal }) => !isNormal);
	const last = found.flatMap(({ isNormal, ...one }) => (isNormal ? [one] : []));
	const lines = (of: 'problem' | 'whatToDo') => last.map((one) => one[of]).join('\n');
	return [
		...others.filter(({ isBlocking }) => isBlocking),
		...others.filter(({ isBlocking }) => !isBlocking),
		...(last.length < 2 ? last : [notBlocking('normal', lines('problem'), lines('whatToDo'))]),
	];
}

/** The rights that the bot lacks, by their labels in the form. Rights that the server leaves out are unknown. */
function missingRights(member: Record<string, unknown>, isChannel: boolean): string[] {
	const inChannels = isChannel ? ['can_post_messages', 'can_edit_messages'] : [];
	const used = new Set<unknown>([...Object.values(NEEDED_RIGHTS), ...inChannels]);
	return (rights.options as INodePropertyOptions[])
		.filter(({ value }) => used.has(value) && member[String(value)] === false)
		.map(({ name }) => name);
}

/** What the bot lacks in a chat, if anything. */
function ofMember(
	member: Record<string, unknown>,
	name: string,
	isChannel: boolean,
): SetupFinding | undefined {
	const { status } = member;
	if (status === 'left' || status === 'kicked') {
		return blocking('notInChat', `The bot is not in ${name}.`, 'Add the bot to it again.');
	}
	if (status === 'restricted' && member.can_send_messages === false) {
		const problem = `The bot may not write in ${name}.`;
		return blocking('muted', problem, 'Remove the restriction of the bot.');
	}
	if (status === 'member') {
		const make = isChannel ? blocking : notBlocking;
		const problem = `The bot is no administrator of ${name}.${isChannel ? '' : ' It cannot delete messages of others, mute or ban there, and gets no member changes and reactions.'}`;
		const advice = 'Make the bot an administrator, with the rights that it needs.';
		return make('notAdministrator', problem, advice);
	}
	const missing = status === 'administrator' ? missingRights(member, isChannel) : [];
	if (missing.length === 0) return undefined;
	const make = isChannel && member.can_post_messages === false ? blocking : notBlocking;
	const problem = `As an administrator of ${name}, the bot does not have these rights: ${missing.join(', ')}.`;
	return make('missingRights', problem, 'If an operation needs one of them, give it to the bot.');
}

/** Why requests about a chat may be refused. */
export async function findInChat(
	ask: Call,
	given: Asked,
	me: User,
	id: Int | string,
): Promise<SetupFinding[]> {
	const asked = { ...given, chat: id };
	const [chat, member] = await Promise.all([
		settle(ask('getChat', { chat_id: id })),
		settle(ask('getChatMember', { chat_id: id, user_id: me.id })),
	]);
	const { error } = chat.error === undefined ? member : chat;
	if (error instanceof AnswerError && error.migrateToChatId) {
		const moved = `The group ${id} has become a supergroup, and has the number ${error.migrateToChatId} now.`;
		const change = `Write ${error.migrateToChatId} wherever the old number is: in Chat, in filters, in lists of your own.`;
		return [blocking('chatMoved', moved, change)];
	}
	const { type, title = id } = Object(chat.value) as Partial<Chat>;
	if (type === 'private') return [];
	if (member.error !== undefined) return [ofError(error, asked, 'chat')];
	const isChannel = type === 'channel';
	const name = `${isChannel ? 'the channel' : 'the group'} ${title}`;
	const finding = ofMember(Object(member.value) as Record<string, unknown>, name, isChannel);
	return finding ? [finding] : [];
}
