import type { IHttpRequestOptions } from 'n8n-workflow';

import { deliver, type AnswerContext } from '../../../nodes/BotMessaging/questions/deliver';
import { QuestionState } from '../../../nodes/BotMessaging/questions/state';
import { useClock } from '../../support/clock';

const clock = useClock();

type Answer = [status: number, body: unknown];

const answer = {
	callbackData: { executionId: '12', nodeId: 'a/b', signature: 'ab', kind: 'press' },
	answering: { at: 1, kind: 'press', chatId: '1', messageId: '2', user: { id: 3 }, button: 0 },
} as const;

const ONE = 'http://one/webhook-waiting';
const TWO = 'http://two/webhook-waiting';

/** An n8n with these answers in order, the last one repeated; and its requests. */
function n8n(
	answers: Array<Answer | Error>,
	more: Partial<AnswerContext> = {},
	state = new QuestionState(),
) {
	const asked: IHttpRequestOptions[] = [];
	const request = async (options: IHttpRequestOptions) => {
		asked.push(options);
		const next = answers.length > 1 ? answers.shift()! : answers[0];
		if (next instanceof Error) throw next;
		const [statusCode, said] = next;
		return { statusCode, body: typeof said === 'string' ? said : JSON.stringify(said) };
	};
	const context = { request, bases: [ONE], isOver: () => false, ...more } as AnswerContext;
	const bring = async () => await deliver(answer, context, state);
	const outcome = async () => (await bring()).botMessagingOutcome;
	return { asked, state, bring, outcome };
}

test('n8n gets the answer with its proof at the address that n8n has signed', async () => {
	const { bring, asked } = n8n([[200, { botMessagingOutcome: 'taken' }]]);
	await bring();
	expect(asked).toEqual([
		expect.objectContaining({
			method: 'POST',
			url: `${ONE}/12/a%2Fb?signature=ab`,
			headers: { 'content-type': 'application/json' },
			body: expect.stringContaining(JSON.stringify(JSON.stringify(answer.answering))),
			disableFollowRedirect: true,
		}),
	]);
});

test.each([
	{ botMessagingOutcome: 'taken', say: 'Thanks', next: true, isOpen: true, step: '!!!!' },
	{ botMessagingOutcome: 'closed' },
])('the words of the node reach the person: %j', async (said) => {
	expect(await n8n([[200, said]]).bring()).toEqual(said);
});

describe('an answer from n8n', () => {
	test.each<[status: number, said: unknown, outcome: string]>([
		[200, '<h1>No action required</h1>', 'closed'],
		[409, { message: 'The execution "1" has Finished.' }, 'closed'],
		[401, '<title>Invalid Form Link</title>', 'foreign'],
		[401, { error: 'invalid token' }, 'foreign'],
		[404, { message: 'The execution "1" does not exist.' }, 'foreign'],
		[404, { message: 'The requested Webhook is not registered' }, 'foreign'],
	])('%i %j means %s, at once', async (status, said, expected) => {
		const { outcome, asked } = n8n([[status, said]]);
		expect(await outcome()).toBe(expected);
		expect(asked).toHaveLength(1);
	});

	test.each<[status: number, said: unknown]>([
		[409, { message: 'The execution "1" is running already.' }],
		[409, ''],
		[500, { message: 'There was a problem Executing the Workflow' }],
	])(
		'%i %j means that it is busy, and it is asked again for some seconds',
		async (status, said) => {
			const { outcome, asked, state } = n8n([[status, said]]);
			const { passed } = clock;
			expect(await outcome()).toBe('running');
			expect(asked).toHaveLength(7);
			expect(clock.passed - passed).toBe(6300);
			state.learn(answer, { botMessagingOutcome: 'running' });
			expect(await outcome()).toBe('running');
			expect(asked).toHaveLength(8);
		},
	);

	test.each<[status: number, said: unknown]>([
		[200, { botMessagingOutcome: 'running' }],
		[200, '<html>Please log in</html>'],
		[500, { botMessagingOutcome: 'taken' }],
		[500, 'Internal Server Error'],
		[502, { message: 'executing the workflow' }],
		[401, 'Unauthorized'],
		[403, 'Invalid token'],
		[404, '<html>Not Found: webhook</html>'],
		[404, { message: 'Not Found' }],
		[400, { message: 'the webhook has finished' }],
		[201, 'No action required'],
	])(
		'%i %j does not come from n8n, which is looked for for almost a minute',
		async (status, said) => {
			const { outcome, asked } = n8n([[status, said]]);
			const { passed } = clock;
			expect(await outcome()).toBe('unreachable');
			expect(asked).toHaveLength(9);
			expect(clock.passed - passed).toBe(50_500);
		},
	);
});

describe('with several addresses', () => {
	const taken: Answer = [200, { botMessagingOutcome: 'taken' }];
	const unknown: Answer = [404, { message: 'The execution "1" does not exist.' }];
	const urls = (asked: IHttpRequestOptions[]) => asked.map(({ url }) => url.split('/12/')[0]);

	test('the one that worked is the only one from then on', async () => {
		const bases = [ONE, TWO];
		const first = n8n([new Error('no server'), taken], { bases });
		expect(await first.outcome()).toBe('taken');
		expect(urls(first.asked)).toEqual([ONE, TWO]);
		const second = n8n([new Error('no server')], { bases }, first.state);
		expect(await second.outcome()).toBe('unreachable');
		expect(new Set(urls(second.asked))).toEqual(new Set([TWO]));
	});

	test('the no of the second one does not count while the first one is silent', async () => {
		const { outcome, asked } = n8n([[502, ''], unknown, [502, ''], unknown, taken], {
			bases: [ONE, TWO],
		});
		expect(await outcome()).toBe('taken');
		expect(urls(asked)).toEqual([ONE, TWO, ONE, TWO, ONE]);
	});

	test('an address of another n8n is not remembered', async () => {
		const { outcome, state } = n8n([unknown], { bases: [ONE, TWO] });
		expect(await outcome()).toBe('foreign');
		expect(state.reachedAt).toBeUndefined();
	});

	test('all are asked in each try', async () => {
		const { outcome, asked } = n8n([[502, ''], [502, ''], taken], { bases: [ONE, TWO] });
		expect(await outcome()).toBe('taken');
		expect(urls(asked)).toEqual([ONE, TWO, ONE]);
	});
});

describe('when the question is closed after a try', () => {
	const timeout = Object.assign(new Error('no answer in time'), { code: 'ECONNABORTED' });
	const refused = Object.assign(new Error('no server'), { code: 'ECONNREFUSED' });
	const finished: Answer = [409, { message: 'The execution "12" has finished already.' }];
	const running: Answer = [409, { message: 'The execution "12" is running already.' }];

	test.each<[what: string, answers: Array<Answer | Error>, bases: string[]]>([
		['without a response', [timeout, finished], [ONE]],
		['without a response, and one while n8n was busy', [timeout, running, finished], [ONE]],
		['without a response at another address', [timeout, finished], [ONE, TWO]],
	])('%s, n8n may have taken this answer', async (_what, answers, bases) => {
		const { bring } = n8n(answers, { bases });
		expect(await bring()).toMatchObject({ botMessagingOutcome: 'closed', mayBeTaken: true });
	});

	test.each<[what: string, answers: Array<Answer | Error>]>([
		['that never reached n8n', [refused, finished]],
		['while n8n was busy', [running, finished]],
	])('%s, it was another answer', async (_what, answers) => {
		expect((await n8n(answers).bring()).mayBeTaken).toBeUndefined();
	});

	test('others are told that it is closed', async () => {
		const { bring, state } = n8n([timeout, finished]);
		state.learn(answer, await bring());
		const other = { ...answer, answering: { ...answer.answering, user: { id: 4 } } };
		expect(state.known(other)).toEqual({ botMessagingOutcome: 'closed' });
	});
});

test('nothing more is requested after the trigger stops', async () => {
	let left = 3;
	const { outcome, asked } = n8n([[502, '']], { isOver: () => left-- <= 0 });
	const { passed } = clock;
	await expect(outcome()).rejects.toThrow('The trigger was stopped');
	expect(asked).toHaveLength(2);
	expect(clock.passed - passed).toBe(200);
});
