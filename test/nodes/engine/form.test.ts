import { operations } from '../../../nodes/BotMessaging/operations';
import { METHODS, type Family } from '../../../reference';

const NOT_IN_SAFEW = 'SafeW has no such method, but other servers with this API do.';

/** Operations of methods that only other servers have, and that do not say so. */
const unsaid = (methods: Family) =>
	operations
		.filter(({ method }) => methods[method]?.documented === 'family')
		.filter(({ description }) => !description.endsWith(NOT_IN_SAFEW))
		.map(({ value }) => value);

test('a form says if only other servers have its method', () => {
	const methods = { sendDice: { documented: 'family', params: {}, result: 'Message' } } as const;
	expect(unsaid(methods)).toEqual(['sendDice']);
	expect(unsaid(METHODS)).toEqual([]);
});
