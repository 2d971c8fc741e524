import type { Origin } from './origins';

/** How a text that was not rewritten uses a converted node. */
export type Doubt = 'whole' | 'apart' | 'plain' | 'top' | 'error' | 'parameters' | 'renamed';

const listed = (names: string[], word: string) => {
	const quoted = names.map((name) => `“${name}”`);
	return [quoted.slice(0, -1).join(', '), quoted.at(-1)].filter(Boolean).join(` ${word} `);
};

/** What to read now, and what was read before; NAME is what is read of an answer. */
const NOW: Partial<Record<Origin['shape'], [now: string, before: string]>> = {
	atTheTop: ['message_id', 'result.message_id'],
	success: ['success', 'result'],
	deleted: ['deleted', 'result'],
	answer: ['NAME', 'data.NAME'],
	form: ['answers', 'data'],
};

const MIXED =
	'Put a node Edit Fields behind each of them that gives both the same fields, and read those.';
const ITEMS = 'What was the list “result” is one item for each of it now: read the items.';
const NOT_OK = 'There is no ok now: ask whether error is empty.';
const ERROR_WORDS =
	'It compares what an error says, and your server can say it in other words. Run it once with such an error, and put its words in.';

/** One note for fields that use a converted node in a way that was not converted. */
function doubtText(kind: Doubt, fields: string[], origin: Origin, name?: string): string {
	const { shape, sources, unknown, mergedBy, isAlone } = origin;
	const from = listed(sources, 'or');
	const field = listed(fields, 'and');
	const s = fields.length > 1 ? '' : 's';
	const reads = `${field} read${s} the answer of ${from}`;
	if (kind === 'error') return ERROR_WORDS;
	if (kind === 'renamed') {
		return `${field} names what this node gives, which is called after ${name} now, as in sum_${name}. Read that name behind it.`;
	}
	if (kind === 'parameters') {
		return `${field} read${s} the parameters of ${from}, which have other names now. Write the value there.`;
	}
	if (kind === 'top' && mergedBy !== undefined) {
		return `${field} read${s} a field behind “${mergedBy}”, “${name}”, which the answer of ${from} has under the same name now. If you want the other one, give it another name before “${mergedBy}”.`;
	}
	if (kind === 'top') {
		return `${field} read${s} a field that was empty before, “${name}”: the answer of ${from} has it now. If you want another one, read it from its node.`;
	}
	if (shape === 'mixed' && unknown.length > 0) {
		return `${field} read${s} what ${listed(unknown, 'or')} gives. If that is the answer of ${from}, take out “result” or “data” before the name of the field.`;
	}
	if (shape === 'mixed') return `${reads}, and they differ now. ${MIXED}`;
	if (shape === 'gone') return `${reads}, which was switched off. Put another value there.`;
	if (kind === 'apart' && !isAlone && shape === 'atTheTop') {
		return `${reads}, or what comes in beside it. That answer has no result and no ok now: ask for message_id in their place.`;
	}
	const [now, before] = NOW[shape] ?? [];
	const [, read = 'approved'] = /^data\.(\w+)/.exec(name ?? '') ?? [];
	const where = kind === 'whole' ? 'Where it is read, put' : 'Put';
	const put = now === undefined ? '' : `${where} ${now} in place of ${before}.`;
	const step = name === 'ok' ? NOT_OK : shape === 'items' ? ITEMS : put.replaceAll('NAME', read);
	if (kind === 'whole') return `${field} take${s} the whole answer of ${from}. ${step}`;
	if (kind === 'plain') return `${field} name${s} a field of the answer of ${from}. ${step}`;
	return `${reads} in code that was not converted. ${step}`;
}

/** What a person should look at in one node: one note for a field, and one for fields that need the same. */
export class Doubts {
	/** Nodes that are read like a Telegram node and are not there. */
	readonly missing = new Set<string>();
	private readonly seen = new Set<string>();
	private readonly found = new Map<
		string,
		[fields: string[], text: (fields: string[]) => string]
	>();

	add(kind: Doubt, field: string, origin: Origin, name?: string): void {
		const about = `${kind} ${field} ${origin.sources.join()}`;
		if (this.seen.has(about)) return;
		this.seen.add(about);
		const text = (fields: string[]) => doubtText(kind, fields, origin, name);
		const [fields] = this.found.get(text([])) ?? [[]];
		this.found.set(text([]), [[...fields, field], text]);
	}

	all = () => [...this.found.values()].map(([fields, text]) => text(fields));
}
