import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';

import { ROOT, sources } from './sources';

interface Workflow {
	nodes: Array<{ type: string; parameters: { content?: string; color?: number } }>;
}

/** The categories of n8n's template library. */
const CATEGORIES = [
	...['AI', 'Sales', 'IT Ops', 'Marketing', 'Document Ops', 'Support', 'Other'],
	...['AI Chatbot', 'Content Creation', 'Engineering', 'Lead Nurturing', 'SecOps'],
	...['Social Media', 'Ticket Management'],
];

/** The green note of an example. */
const GREEN = 4;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

describe('an example can be submitted to the template library', () => {
	const rows = new Map(
		[...read('docs/templates.md').matchAll(/^\| \[.*?\]\(\.\.\/(.*?)\) +\| (.*) \|$/gm)].map(
			([, file, rest]) => [file, rest.split('|').map((cell) => cell.trim())],
		),
	);
	const examples = sources(ROOT, ['examples'], /\.json$/);

	test('has a row, and each row has an example', () => {
		expect([...rows.keys()].sort()).toEqual(examples.map(({ file }) => file).sort());
	});

	test.each(examples.map(({ file, text }) => [file, text]))('%s', (file, text) => {
		const [name, categories, description] = rows.get(file)!;
		expect(name).toMatch(/^(?=.*SafeW).{20,80}$/);
		expect(CATEGORIES).toEqual(expect.arrayContaining(categories.split(', ')));
		expect(description).toMatch(/^[A-Z].*\.$/);
		const workflow = JSON.parse(text) as Workflow & Record<string, unknown>;
		expect(Object.keys(workflow).sort()).toEqual([
			...['connections', 'id', 'name', 'nodes', 'settings'],
		]);
		const notes = workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		const [green] = notes.filter(({ parameters }) => parameters.color === GREEN);
		expect(green.parameters.content).toMatch(/^## \S.*\n/);
	});
});

describe('the forms of GitHub', () => {
	const FORMS = ['bug.yml', 'wish.yml'];

	test.each(FORMS)('%s can be filled in', (file) => {
		const form = parse(read(`.github/ISSUE_TEMPLATE/${file}`)) as {
			name: string;
			description: string;
			body: Array<{ type: string; id?: string; attributes: { label?: string } }>;
		};
		expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
		const fields = form.body.filter(({ type }) => type !== 'markdown');
		expect(fields.every(({ id, attributes }) => id && attributes.label)).toBe(true);
	});

	test('the form for an error asks for the debug information, and not for a token', () => {
		const text = read('.github/ISSUE_TEMPLATE/bug.yml');
		expect(text).toContain('Copy debug information');
		expect(text).toContain('Never post your bot token');
	});
});

test('a bot updates the dependencies and the actions', () => {
	const { updates } = parse(read('.github/dependabot.yml')) as {
		updates: Array<Record<string, string>>;
	};
	expect(updates.map((entry) => entry['package-ecosystem'])).toEqual(['npm', 'github-actions']);
});
