/** What the pages of docs/ say, beside the code: labels, names in code, numbers of fields. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ICredentialType, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { ROOT } from './paths';

interface Page {
	file: string;
	text: string;
}

export interface Claim {
	file: string;
	sentence: string;
	/** What of it is not true, in words. */
	faults: string[];
	/** What nothing here can tell. */
	untold: string[];
}

/** Words of n8n, of other nodes and programs, and of tables in the pages. */
const OF_OTHERS = new Set(
	`Actions, Active, AI Agent, All Messages, Always Output Data, Batch Size, Chat Memory Manager, Chat Trigger,
	Community Nodes, Context Window Length, Create new, Credential, Data Table, Embedded Chat, Expression, Fixed, Got it, Guardrails,
	HTTP Request, Insert row, Install, Loop Over Items, Make Chat Publicly Available, Migration Report,
	Never Error, On Error: Continue, Operations, Retry, Retry On Fail, Save, Schedule Trigger, Simplify,
	Stop Listening, Stop Workflow, Success, Update, Wait For Sub-Workflow Completion, Bot Actions, __dataChanged, n8n_data,
	testPathPatterns, Disable, icon_custom_emoji_id, QUEUE_BULL_REDIS_TIMEOUT_THRESHOLD,
	All 300, Before it, Comments, Cut off, Example, Examples, Font, Loads, Machine, Main, n of m, n8n 3,
	Needs n8n 2.39, Needs n8n 2.8, not run, Photos, Segments, Twice, Workers`.split(/,\s+/),
);

const TEXTS = [
	'displayName',
	'action',
	'placeholder',
	'multipleValueButtonText',
	'addOptionalFieldButtonText',
];

interface Form {
	/** Every label, choice and button, in lower case. */
	labels: Set<string>;
	/** `group > field`, in lower case, for each field in a group. */
	paths: Set<string>;
	/** By label, in lower case: the numbers of its limits, its start and its texts. */
	numbers: Map<string, Set<string>>;
	/** By label, in lower case: its values at first. */
	starts: Map<string, Set<string>>;
}

const numbersIn = (text: string) =>
	(text.match(/(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)/g) ?? []).map((one) => one.replaceAll(',', ''));

const added = <T>(sets: Map<string, Set<T>>, key: string, values: Iterable<T>) =>
	sets.set(key, new Set([...(sets.get(key) ?? []), ...values]));

function formOf(nodes: INodeTypeDescription[], credential: ICredentialType): Form {
	const form: Form = { labels: new Set(), paths: new Set(), numbers: new Map(), starts: new Map() };
	const visit = (part: unknown, above: string[]): void => {
		if (Array.isArray(part)) return part.forEach((one) => visit(one, above));
		if (typeof part !== 'object' || part === null) return;
		const { displayName, name, ...rest } = part as Record<string, unknown>;
		const label = [displayName, name].find(
			(one) => typeof one === 'string' && /^\P{Ll}/u.test(one),
		) as string | undefined;
		for (const text of [label, ...TEXTS.map((key) => (part as Record<string, unknown>)[key])]) {
			if (typeof text === 'string') form.labels.add(text.toLowerCase());
		}
		// The pages may leave out the unit, as in `Max Wait (Seconds)`.
		const own = label?.replace(/ \([^)]*\)$/, '').toLowerCase();
		if (own !== undefined) {
			form.labels.add(own);
			for (const one of above) form.paths.add(`${one} > ${own}`);
			const { description, hint, default: start, typeOptions } = rest as Record<string, unknown>;
			// The texts of fields in this one are added when they are visited.
			const inside = Array.isArray(rest.options)
				? JSON.stringify(rest.options).slice(0, 10_000)
				: '';
			const texts = JSON.stringify([description, hint, start, typeOptions]) + inside;
			added(form.numbers, own, numbersIn(texts));
			if (start !== undefined) added(form.starts, own, [String(start)]);
		}
		const below = own === undefined ? above : [...above, own];
		for (const value of Object.values(rest)) visit(value, below);
	};
	for (const description of nodes) {
		visit(description, []);
		// An operation is found below its resource.
		const resource = description.properties.find(({ name }) => name === 'resource');
		for (const one of description.properties.filter(({ name }) => name === 'operation')) {
			const value = one.displayOptions?.show?.resource?.[0];
			const { name } = (resource?.options as INodePropertyOptions[]).find(
				(other) => other.value === value,
			)!;
			visit(one.options, [name.toLowerCase()]);
		}
	}
	visit(credential, []);
	return form;
}

const filesIn = (folder: string): string[] =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter(
			(file) => /\.(?:ts|tsx|json|mjs|js|cjs|yaml)$/.test(file) && !file.includes('node_modules'),
		)
		.map((file) => readFileSync(join(ROOT, folder, file), 'utf8'));

const SOURCES = [
	'nodes',
	'credentials',
	'reference',
	'emulator',
	'check',
	'converter',
	'scripts',
	'sandbox/lib',
	'sandbox/queue',
	'bench',
	'test',
];

/** Each sentence of a page, without code blocks and what is generated. */
export function sentencesOf(page: string): string[] {
	return page
		.replace(/```[^]*?```/g, '\n\n')
		.replace(/<!-- (\w+):begin -->[^]*?<!-- \1:end -->/g, '\n\n')
		.split(/\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.) ?)/)
		.flatMap((block) =>
			block
				.replace(/\s+/g, ' ')
				.trim()
				.split(/(?<=[.!?]\)?) (?=[A-Z*_`[])|(?<=\S) \| /),
		)
		.map((sentence) => sentence.replace(/^(?:(?:[->#|]+|\*|\d+\.) )+/, '').trim())
		.filter(Boolean);
}

const plain = (sentence: string) =>
	sentence
		.replace(/`[^`]*`/g, '`')
		.replace(/\]\([^)]*\)/g, ']')
		.replace(/[[\]]/g, '');

/** What a sentence shows as a label: bold or in italics, in Title Case. */
export const labelsIn = (sentence: string): string[] =>
	[...plain(sentence).matchAll(/\*\*([^*]+)\*\*|(?<![\w`])_([^_]+)_(?!\w)/g)]
		.map(([, bold, italics]) => (bold ?? italics)!.trim())
		.filter((label) => /^[\p{L}\d]/u.test(label) && !/[.!?:…]$|`/.test(label))
		.filter((label) =>
			label.split(/\s+/).every((word) => /^\P{Ll}/u.test(word) || word.length < 4),
		);

/** What the pages are compared with. */
export interface Facts extends Form {
	examples: string;
	/** Every name in the code. */
	names: Set<string>;
	/** The nodes and the check: what they write into a chat and name outputs is a text there. */
	written: string;
}

export function factsOf(nodes: INodeTypeDescription[], credential: ICredentialType): Facts {
	const examples = filesIn('examples').join('\n');
	const sources = [...SOURCES.flatMap(filesIn), examples];
	const names = new Set(sources.flatMap((text) => text.match(/[\w$]+/g) ?? []));
	const written = [...filesIn('nodes'), ...filesIn('check')].join('\n');
	return { ...formOf(nodes, credential), examples, names, written };
}

/** Compares the sentences of some pages with the code. */
export function claimsOf(pages: Page[], facts: Facts): Claim[] {
	const { labels, paths, numbers, starts, examples, names, written } = facts;
	const isKnown = (label: string) =>
		labels.has(label.toLowerCase()) ||
		OF_OTHERS.has(label) ||
		examples.includes(label) ||
		["'", '"', '`', '_', '>'].some((quote) => written.includes(`${quote}${label}`));
	const labelFaults = (label: string): string[] => {
		if (isKnown(label)) return [];
		const parts = label.split(' > ');
		const strange = parts.filter((part) => !isKnown(part));
		if (strange.length > 0) return strange.map((part) => `no form has ${part}`);
		const path = parts.map((part) => part.toLowerCase());
		const wrong = path
			.slice(1)
			.filter(
				(part, index) =>
					!paths.has(`${path[index]} > ${part}`) &&
					parts.every((one) => labels.has(one.toLowerCase())),
			);
		return wrong.map((part) => `${part} is not in what is before it: ${label}`);
	};
	const claimOf = (file: string, sentence: string): Claim | undefined => {
		const found = labelsIn(sentence);
		const code = [...sentence.matchAll(/`([^`]+)`/g)].flatMap(
			([, one]) => one!.match(/\w+/g) ?? [],
		);
		const unknown = code.filter(
			(one) =>
				/[a-z][A-Z]|[a-z]_[a-z]|^[A-Z]+_[A-Z_]+$/.test(one) &&
				!names.has(one) &&
				!OF_OTHERS.has(one),
		);
		const said = numbersIn(
			plain(sentence)
				.replace(/n8n \d[\d.]*/g, '')
				.replace(/\d{1,2}:\d{2}/g, ''),
		);
		const fields = found
			.flatMap((label) => label.split(' > '))
			.map((label) => label.toLowerCase())
			.filter((label) => numbers.has(label));
		const known = new Set(fields.flatMap((label) => [...numbers.get(label)!]));
		const [, first] =
			/\b(\d[\d,]*)[^.]{0,20} (?:by default|at first)\b/.exec(plain(sentence)) ?? [];
		const start = first?.replaceAll(',', '');
		const isWrong =
			start !== undefined &&
			fields.length > 0 &&
			!fields.some((label) => starts.get(label)?.has(start));
		const faults = [
			...found.flatMap(labelFaults),
			...unknown.map((one) => `nothing is called ${one}`),
			...(isWrong ? [`${fields.join(', ')} is not ${start} at first`] : []),
		];
		const untold = said.filter((one) => !known.has(one));
		if (faults.length + said.length + found.length + code.length === 0) return undefined;
		return { file, sentence, faults, untold };
	};
	return pages.flatMap(({ file, text }) =>
		sentencesOf(text).flatMap((sentence) => claimOf(file, sentence) ?? []),
	);
}

/** The pages that people wrote. */
export const writtenPages = (): Page[] =>
	readdirSync(join(ROOT, 'docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => ({
			file: `docs/${file}`,
			text: readFileSync(join(ROOT, 'docs', file), 'utf8'),
		}));
