import { basesOf } from '../../../nodes/BotMessaging/questions/triggerOptions';

const PATH = 'webhook-waiting';

/** An n8n that does not tell where it takes answers, like older versions. */
const silent = (instance?: string) =>
	({ getInstanceBaseUrl: () => instance, getNodeParameter: () => '' }) as never;

// n8n's own address is kept once it is known, so this comes first.
describe('an n8n that does not say where it takes answers', () => {
	test.each<[instance: string | undefined, bases: string[]]>([
		['https://n8n.example.com/', [`https://n8n.example.com/${PATH}`]],
		['https://example.com/n8n//', [`https://example.com/n8n/${PATH}`]],
		['no address', []],
		['', []],
		[undefined, []],
	])('is looked for at its address %j and nowhere else', (instance, bases) => {
		expect(basesOf(silent(instance), ' ')).toEqual(bases);
	});

	test('is looked for only at the address in the form, if there is one', () => {
		const bases = basesOf(silent('https://n8n.example.com/'), ' http://n8n:5678// ');
		expect(bases).toEqual([`http://n8n:5678/${PATH}`]);
	});

	test.each(['n8n', 'ftp://n8n', 'file:///etc/passwd', 'xhttp://n8n', 'javascript:alert(1)'])(
		'is not looked for at %s',
		(given) => {
			expect(() => basesOf(silent(), given)).toThrow('Instance Address is not a valid URL');
		},
	);

	test.each([
		['says nothing', () => undefined],
		['says no address', () => 'undefined/x'],
		[
			'fails',
			() => {
				throw new Error('no execution');
			},
		],
	])('is looked for nowhere if its expression %s', (_what, evaluateExpression) => {
		const context = { ...(silent() as object), evaluateExpression } as never;
		expect(basesOf(context, '')).toEqual([]);
	});
});

test('an n8n that says where it takes answers is asked for that once, and tried there', () => {
	const asked: unknown[] = [];
	const evaluateExpression = (...all: unknown[]) => {
		asked.push(all);
		return 'https://n8n.example.com/answers/1234?signature=a';
	};
	const context = { ...(silent() as object), evaluateExpression } as never;
	for (let times = 0; times < 2; times++) {
		expect(basesOf(context, '')).toEqual(['https://n8n.example.com/answers']);
	}
	expect(basesOf(context, 'http://n8n:5678')).toEqual(['http://n8n:5678/answers']);
	expect(asked).toEqual([['{{ $execution.resumeUrl }}', 0]]);
});
