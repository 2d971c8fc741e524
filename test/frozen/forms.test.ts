import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { BotMessagingApi } from '../../credentials/BotMessagingApi.credentials';
import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { BotMessagingPollingTrigger } from '../../nodes/BotMessaging/BotMessagingPollingTrigger.node';
import { BotMessagingTrigger } from '../../nodes/BotMessaging/BotMessagingTrigger.node';
import { breaksOf, linesOf, shapeIn, shapeOf } from '../../scripts/lib/formShape';

const frozen = shapeIn(readFileSync(join(__dirname, 'forms.txt'), 'utf8'));

const today = () =>
	shapeOf(
		[BotMessaging, BotMessagingPollingTrigger, BotMessagingTrigger].map(
			(Node) => new Node().description,
		),
		[new BotMessagingApi()],
	);

test('workflows that were saved with the frozen forms mean the same today', () => {
	expect(breaksOf(frozen, today())).toEqual([]);
});

test('a shape can be written and read', () => {
	expect(breaksOf(today(), shapeIn(linesOf(today())))).toEqual([]);
});

describe('what breaks saved workflows', () => {
	test('is named, wherever it is', () => {
		const isNamed = (place: string) => {
			const was = frozen[place];
			const { [place]: _gone, ...without } = frozen;
			expect(breaksOf(frozen, without)).toEqual([`${place}: is gone`]);
			const choices = was.choices && { choices: was.choices.slice(1) };
			const changed = { ...frozen, [place]: { type: 'other', default: '"other"', ...choices } };
			expect(breaksOf(frozen, changed)).toEqual([
				`${place}: was ${was.type}, is other`,
				`${place}: began with ${was.default}, now with "other"`,
				...(was.choices ? [`${place}: the choice ${was.choices[0]} is gone`] : []),
			]);
		};
		fc.assert(fc.property(fc.constantFrom(...Object.keys(frozen)), isNamed));
	});

	test('is nothing that is new', () => {
		const more = { ...frozen, 'a new field': { type: 'string', default: '""' } };
		expect(breaksOf(frozen, more)).toEqual([]);
	});
});
