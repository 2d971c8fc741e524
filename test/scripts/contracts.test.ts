import { hashOf, manifestOf, manifests, type Contract } from '../../scripts/lib/contracts';
import { operations } from '../../nodes/BotMessaging/operations';
import { METHODS, type Family, type Param } from '../../reference';

const { fitting, faults, without } = manifests();

const byId = (id: string) => fitting.find((one) => one.id === id)!;

test('each operation has a manifest, but the one that outputs anything', () => {
	expect(faults).toEqual([]);
	expect(without).toEqual(['bot/anyMethod']);
	expect(new Set(fitting.map(({ id }) => id)).size).toBe(operations.length - 1);
});

test('a manifest says what goes in, what comes out, and which hosts are reached', () => {
	const { contract } = byId('botMessaging.message.sendPhoto');
	expect(contract.flow).toMatchObject({
		effect: 'write',
		cardinality: 'per-item',
		idempotent: false,
	});
	expect(contract.input.required).toContain('chatId');
	expect(contract.input.properties).toHaveProperty(
		'additionalFields.properties.caption.type',
		'string',
	);
	expect(contract.output.properties).toHaveProperty('messageId.type', 'integer');
	expect(contract.egress).toEqual({
		hosts: ['api.safew.org', 'api.safew.bot'],
		fromInput: 'fileUrl',
	});
});

test('a manifest tells apart what reads, what makes several items, and what waits', () => {
	const flow = (id: string) => byId(id).contract.flow;
	expect(flow('botMessaging.chat.getChatAdministrators')).toMatchObject({
		effect: 'read',
		cardinality: '1:N',
	});
	expect(flow('botMessaging.member.banChatMember').idempotent).toBe(true);
	const waiting = fitting.filter(({ contract }) => contract.imports?.includes('wait'));
	expect(waiting.map(({ id }) => id)).toEqual([
		'botMessaging.message.sendAndWait',
		'botMessaging.message.askForm',
	]);
});

describe('the hash of a contract', () => {
	const { contract, contractHash } = byId('botMessaging.message.sendDice');
	const changed = (change: (copy: Contract) => void) => {
		const copy = structuredClone(contract);
		change(copy);
		return hashOf(copy);
	};

	test('stays the same if only words change, or the order', () => {
		expect(changed((copy) => (copy.input.properties!.emoji.title = 'Kind'))).toBe(contractHash);
		const turned = (copy: Contract) => {
			const properties = Object.entries(copy.input.properties!).reverse();
			copy.input.properties = Object.fromEntries(properties);
		};
		expect(changed(turned)).toBe(contractHash);
	});

	test.each([
		['a new required field', ({ input }: Contract) => input.required!.push('emoji')],
		['another host', ({ egress }: Contract) => egress.hosts.push('example.com')],
		['a field that is gone', ({ output }: Contract) => delete output.properties!.chatId],
	])('changes with %s', (_, change) => {
		expect(changed(change)).not.toBe(contractHash);
	});
});

describe('it is refused:', () => {
	const [message] = operations;
	const { output } = byId('botMessaging.message.sendMessage').contract;
	const withParams = (change: Record<string, Param | undefined>): Family => {
		const params: Record<string, Param | undefined> = { ...METHODS.sendMessage.params, ...change };
		const rest = Object.entries(params).filter(([, one]) => one !== undefined);
		return {
			...METHODS,
			sendMessage: {
				...METHODS.sendMessage,
				params: Object.fromEntries(rest) as Record<string, Param>,
			},
		};
	};

	test.each([
		['a field that the method lacks', { parse_mode: undefined }, 'which sendMessage does not have'],
		[
			'a field of another type',
			{ disable_notification: { type: 'float' } },
			'but disable_notification is float',
		],
		[
			'a parameter that no field is for',
			{ place: { type: 'string', required: true } },
			'place, which sendMessage needs',
		],
	] as const)('%s', (_, change, said) => {
		const single = { ...message, inParts: undefined };
		expect(() => manifestOf(single, output, withParams(change))).toThrow(said);
	});

	test('a first sentence that is too long', () => {
		const long = { ...message, description: 'very '.repeat(30) };
		expect(() => manifestOf(long, output)).toThrow('more than 120 characters');
	});
});
