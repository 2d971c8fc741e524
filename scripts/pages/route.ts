/**
 * The two walks of CONTRIBUTING.md. The stations and their words are those of the route in the code; the steps
 * before and behind it are listed here, and `test/engine/triggers/trace.test.ts` runs each of them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { ROUTE } from '../../nodes/BotMessaging/dispatch/route';

const NODES = path.join('nodes', 'BotMessaging');
const ROUTE_FILE = 'dispatch/route.ts';

/** A function, with its class if it has one, the file that it is in, and what it does. */
export interface Step {
	file: string;
	name: string;
	does: string;
}

/** In the place of `all` are all stations of the route, and of `answers` those until that one. */
type Walk = Array<Step | 'all' | 'answers'>;

const from = (file: string, steps: Record<string, string>): Step[] =>
	Object.entries(steps).map(([name, does]) => ({ file, name, does }));

const [ROUND, TAKE] = ['sources/polling/poller.ts', 'sources/polling/pollingTrigger.ts'];
const TRACKER = 'sources/polling/tracker.ts';
const UPDATES = 'sources/polling/subscriptionUpdates.ts';
const EXECUTOR = 'sources/polling/executor.ts';

export const MESSAGE_WALK: Walk = [
	...from(ROUND, {
		'Poller.round':
			'is one turn in the loop of a bot: it polls, and gives what comes to the triggers.',
	}),
	...from(TRACKER, { 'UpdateTracker.offsetFor': 'says what the server may forget.' }),
	...from('sources/polling/getUpdates.ts', {
		getUpdates: 'makes the request, and sorts out what cannot be read.',
	}),
	...from('update/context.ts', {
		byPerson:
			'makes a `Context` of each update, with all that can be read of it; of a join of several people, one for each.',
	}),
	...from(TRACKER, {
		'UpdateTracker.list': 'notes what the server lists.',
		'UpdateTracker.dueFor': 'says what a trigger has to get.',
	}),
	...from(TAKE, { 'PollingTrigger.take': 'deals with one update of one subscription.' }),
	...from(UPDATES, { 'SubscriptionUpdates.judge': 'notes that it is being judged.' }),
	...from(TAKE, {
		'PollingTrigger.settleFor':
			'is around the next steps: if one fails because the update cannot be read, it names the update and passes it over.',
		'PollingTrigger.judge': 'leaves out an update whose execution had ended before n8n started.',
	}),
	...from(ROUTE_FILE, { verdictOn: 'takes it through the stations, the same for both triggers:' }),
	'all',
	...from('dispatch/routeTrigger.ts', {
		'RouteTrigger.acknowledge':
			'answers a press that starts the workflow, if the form says so or it is one of a menu.',
	}),
	...from(TAKE, {
		'PollingTrigger.run': 'lets it wait for its chat and a place, and then begins it:',
	}),
	...from(UPDATES, {
		'SubscriptionUpdates.wait': 'notes that it waits.',
		'SubscriptionUpdates.serve': 'begins what has both.',
	}),
	...from('dispatch/routeTrigger.ts', { 'RouteTrigger.itemsOf': 'makes the item with its files.' }),
	...from(EXECUTOR, {
		'Executor.execute':
			'gives it to n8n until n8n has run it: again if n8n could not start it, or was interrupted and the form says so.',
		'Executor.begin': 'gives it once, and waits for the report about its end.',
		'Executor.handOver': 'does the next two steps, and calls `emit` of n8n: the workflow starts.',
	}),
	...from('sources/polling/writtenUpdates.ts', {
		'WrittenUpdates.refresh': 'brings up to date what n8n saves with it.',
	}),
	...from(UPDATES, {
		'PendingExecution.handed':
			'notes that n8n gets it. From then on, each turn of the loop asks `check` whether it is surely stored, so that the server may forget it before it ends, or has held its chat too long.',
	}),
	...from(EXECUTOR, { executionEndOf: 'reads what n8n reports.' }),
	...from(UPDATES, {
		'PendingExecution.end': 'notes that the update is done, and frees the chat and the place.',
	}),
	...from(TRACKER, {
		'UpdateTracker.offsetFor':
			'lets the next poll tell the server that it may forget the update, when no trigger of the bot needs it or an older one.',
	}),
];

const [DELIVER, STATE] = ['questions/deliver.ts', 'questions/state.ts'];
const [ANSWERS, RECEIVE] = ['questions/answersIn.ts', 'questions/receive.ts'];

export const PRESS_WALK: Walk = [
	...from(ROUTE_FILE, {
		verdictOn: 'takes it to the stations, and `answers` takes it off the route:',
	}),
	'answers',
	...from(DELIVER, {
		passToQuestion:
			'finds out what this one answers. If several triggers of the bot see it, one passes it on, and the others wait for the result.',
	}),
	...from(ANSWERS, {
		answersIn: 'finds what of an update may be an answer.',
		pressIn: 'checks that the message is the bot’s.',
		pressedOf: 'finds the button, also if the server does not show the buttons.',
	}),
	...from('callbackData/buttonData.ts', {
		callbackDataIn: 'reads the address in n8n for the answer from all buttons.',
	}),
	...from(DELIVER, { pass: 'deals with one answer, from here to what the person is told.' }),
	...from('api/queues.ts', {
		'LatestOnly.run':
			'lets one answer of a person and question through at a time. The latest one waits, and the others are dropped.',
	}),
	...from(STATE, {
		'QuestionState.known':
			'answers from memory what n8n has said a moment ago. Then `tell` is next.',
		'QuestionState.refusal':
			'refuses who may not answer, if n8n has said who may. Then `tell` is next, too.',
	}),
	...from(DELIVER, {
		deliver: 'tries again while n8n is busy or cannot be reached.',
		requestFor: 'makes the request, with a proof that a trigger of this bot makes it.',
		tryOnce: 'sends it to n8n. From here on, the node that waits has it:',
	}),
	...from(RECEIVE, {
		receive: 'never lets an error end the execution.',
		receiveAnswer: 'checks the proof, and reads the question that n8n keeps with the execution.',
	}),
	...from('questions/outcome.ts', {
		isSameChat:
			'checks that the press is from the chat of the question: if the numbers differ, it asks the server whether the group has a new one.',
	}),
	...from('questions/who.ts', {
		mayAnswer:
			'says who may answer. If only administrators may, it asks the server for the person’s status.',
	}),
	...from(RECEIVE, {
		takeAnswer: 'has `answerIn` say which answer it is, or what to tell the person.',
		goOn: 'has n8n continue the workflow.',
	}),
	...from('questions/outcome.ts', {
		showOutcome:
			'changes the message when n8n has taken the answer. At the same time, in the trigger:',
	}),
	...from(DELIVER, { readResponse: 'reads what n8n and the node say.' }),
	...from(STATE, { 'QuestionState.learn': 'remembers it.' }),
	...from(DELIVER, { tell: 'tells the person: the button stops loading.' }),
	...from(TRACKER, {
		'UpdateTracker.offsetFor':
			'lets the next poll tell the server that it may forget the press, when no trigger of the bot needs it or an older update.',
	}),
];

const textOf = (file: string) => readFileSync(path.join(NODES, file), 'utf8');

/** Throws if a station has no comment. */
function stationsUntil(last?: string): string[] {
	const end = last === undefined ? ROUTE.length : ROUTE.findIndex(({ name }) => name === last) + 1;
	return ROUTE.slice(0, end).map(({ name }) => {
		const [, words] =
			new RegExp(`/\\*\\* (.+) \\*/\nconst ${name}: Station`).exec(textOf(ROUTE_FILE)) ?? [];
		if (words === undefined) throw new Error(`${ROUTE_FILE}: the station ${name} has no comment`);
		return `    - \`${name}\`: ${words}`;
	});
}

/** The lines of a walk. Throws if a function is not in its file. */
function linesOf(walk: Walk): string {
	let number = 0;
	let before = '';
	const lines = walk.flatMap((step) => {
		if (step === 'all') return stationsUntil();
		if (step === 'answers') return stationsUntil(step);
		const { file, name, does } = step;
		const [own = ''] = name.split('.').reverse();
		if (!new RegExp(`\\b${own}(?:<[^>]*>)?\\(|\\bconst ${own}\\b`).test(textOf(file)))
			throw new Error(`${file} has no ${name}`);
		const where = file === before ? '' : ` (\`${file}\`)`;
		before = file;
		return [`${++number}. \`${name}\`${where} ${does}`];
	});
	return lines.join('\n');
}

export const messageWalk = () => linesOf(MESSAGE_WALK);
export const pressWalk = () => linesOf(PRESS_WALK);
