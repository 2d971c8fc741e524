import type { IHttpRequestOptions } from 'n8n-workflow';

import {
	deliver,
	type Way,
} from '../../../../../../nodes/BotMessaging/operations/message/sendAndWait/delivering/deliver';
import { useClock } from '../../../../../support/clock';

const clock = useClock();

type Answer = [status: number, body: unknown];

const carried = { executionId: '12', nodeId: 'a/b', signature: 'ab', kind: 'press' } as const;
const body = { payload: '{}', proof: 'p' };

const ONE = 'http://one/webhook-waiting';
const TWO = 'http://two/webhook-waiting';

/** An n8n that answers so, one after the other and then as the last time; and what it was asked. */
function n8n(answers: Array<Answer | Error>, more: Partial<Way> = {}) {
	const asked: IHttpRequestOptions[] = [];
	const way: Way = {
		request: async (options) => {
			asked.push(options);
			const answer = answers.length > 1 ? answers.shift()! : answers[0];
			if (answer instanceof Error) throw answer;
			const [statusCode, said] = answer;
			return { statusCode, body: typeof said === 'string' ? said : JSON.stringify(said) };
		},
		bases: [ONE],
		reach: {},
		isOver: () => false,
		isPatient: true,
		...more,
	};
	return { way, asked };
}

const outcomeOf = async (way: Way) => (await deliver(way, carried, body)).botMessagingOutcome;

test('n8n gets the answer with its proof at the address that it has signed', async () => {
	const { way, asked } = n8n([[200, { botMessagingOutcome: 'taken' }]]);
	await deliver(way, carried, body);
	expect(asked).toEqual([
		expect.objectContaining({
			method: 'POST',
			url: `${ONE}/12/a%2Fb?signature=ab`,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
			disableFollowRedirect: true,
		}),
	]);
});

test.each<[said: object, delivery: object]>([
	[
		{ botMessagingOutcome: 'taken', say: 'Thanks', next: true },
		{ botMessagingOutcome: 'taken', say: 'Thanks', next: true },
	],
	[
		{ botMessagingOutcome: 'told', say: 7, next: 'yes' },
		{ botMessagingOutcome: 'told', say: undefined, next: false },
	],
	[{ botMessagingOutcome: 'closed' }, { botMessagingOutcome: 'closed', next: false }],
])('what the node says is told: %j', async (said, delivery) => {
	expect(await deliver(n8n([[200, said]]).way, carried, body)).toEqual(delivery);
});

describe('what n8n says', () => {
	test.each<[status: number, said: unknown, outcome: string]>([
		[200, '<h1>No action required</h1>', 'closed'],
		[409, { message: 'The execution "1" has Finished.' }, 'closed'],
		[401, '<title>Invalid Form Link</title>', 'foreign'],
		[401, { error: 'invalid token' }, 'foreign'],
		[404, { message: 'The execution "1" does not exist.' }, 'foreign'],
		[404, { message: 'The requested Webhook is not registered' }, 'foreign'],
	])('%i %j: %s, at once', async (status, said, outcome) => {
		const { way, asked } = n8n([[status, said]]);
		expect(await outcomeOf(way)).toBe(outcome);
		expect(asked).toHaveLength(1);
	});

	test.each<[status: number, said: unknown]>([
		[409, { message: 'The execution "1" is running already.' }],
		[409, ''],
		[500, { message: 'There was a problem Executing the Workflow' }],
	])('%i %j: it is busy, and is asked again for some seconds', async (status, said) => {
		const { way, asked } = n8n([[status, said]]);
		const { passed } = clock;
		expect(await outcomeOf(way)).toBe('running');
		expect(asked).toHaveLength(7);
		expect(clock.passed - passed).toBe(6300);
		const hasty = n8n([[status, said]], { isPatient: false });
		expect(await outcomeOf(hasty.way)).toBe('running');
		expect(hasty.asked).toHaveLength(1);
	});

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
	])('%i %j: it was not n8n, which is looked for for almost a minute', async (status, said) => {
		const { way, asked } = n8n([[status, said]]);
		const { passed } = clock;
		expect(await outcomeOf(way)).toBe('unreachable');
		expect(asked).toHaveLength(9);
		expect(clock.passed - passed).toBe(50_500);
	});
});

describe('of several addresses', () => {
	const taken: Answer = [200, { botMessagingOutcome: 'taken' }];
	const unknown: Answer = [404, { message: 'The execution "1" does not exist.' }];
	const urls = (asked: IHttpRequestOptions[]) => asked.map(({ url }) => url.split('/12/')[0]);

	test('the one that worked comes first the next time', async () => {
		const reach = {};
		const bases = [ONE, TWO];
		const first = n8n([new Error('no server'), taken], { bases, reach });
		expect(await outcomeOf(first.way)).toBe('taken');
		expect(urls(first.asked)).toEqual([ONE, TWO]);
		expect(reach).toEqual({ last: TWO });
		const second = n8n([taken], { bases, reach });
		await outcomeOf(second.way);
		expect(urls(second.asked)).toEqual([TWO]);
	});

	test('one of another n8n is not remembered', async () => {
		const reach = {};
		expect(await outcomeOf(n8n([unknown], { bases: [ONE, TWO], reach }).way)).toBe('foreign');
		expect(reach).toEqual({});
	});

	test('all are asked in each try', async () => {
		const { way, asked } = n8n([[502, ''], [502, ''], taken], { bases: [ONE, TWO] });
		expect(await outcomeOf(way)).toBe('taken');
		expect(urls(asked)).toEqual([ONE, TWO, ONE]);
	});
});

test('when the trigger stops, nothing is asked any more', async () => {
	let left = 3;
	const { way, asked } = n8n([[502, '']], { isOver: () => left-- <= 0 });
	const { passed } = clock;
	expect(await outcomeOf(way)).toBe('unreachable');
	expect(asked).toHaveLength(2);
	expect(clock.passed - passed).toBe(200);
});
