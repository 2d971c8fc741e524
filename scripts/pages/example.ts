import type { Schema } from '../lib/schema';

/** Values from the emulator that readers know, by field name. */
const KNOWN: Record<string, unknown> = {
	chatId: -1001,
	messageId: 41,
	message_id: 41,
	userId: 1003,
	user_id: 1003,
	date: 1795460400,
	first_name: 'Mia',
	firstName: 'Mia',
	username: 'mia',
	title: 'Demo Group',
	text: 'Hello!',
	is_bot: false,
	deleted: true,
	success: true,
};

const BY_TYPE: Record<string, unknown> = {
	string: 'text',
	integer: 1,
	number: 1.5,
	boolean: true,
	null: null,
};

/** How many levels of nesting an example shows. */
const DEEPEST = 3;

/** An example value for a schema. */
export function exampleOf({ type, properties, items }: Schema, name = '', depth = 0): unknown {
	const [first] = [type].flat();
	if (first === 'object') {
		const inner = depth < DEEPEST ? Object.entries(properties ?? {}) : [];
		return Object.fromEntries(
			inner.map(([key, schema]) => [key, exampleOf(schema, key, depth + 1)]),
		);
	}
	if (first === 'array') return items && depth < DEEPEST ? [exampleOf(items, name, depth + 1)] : [];
	const known = KNOWN[name];
	const fits = typeof known === (first === 'integer' ? 'number' : first);
	return fits ? known : BY_TYPE[first ?? 'null'];
}
