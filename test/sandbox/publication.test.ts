import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { importExamplesOnce } from '../../sandbox/lib/examples';
import { N8nRest } from '../../sandbox/lib/rest';
import { startOddServer, type OddServer } from '../support/odd';

const MODERATION = 'BotMessagingModeration';
const COMMANDS = 'BotMessagingCommands';

/** n8n's answers about a workflow's publication in turn; the last one is repeated. */
let states: Record<string, string[]>;

let refusal: string | undefined;

/** The id that n8n gives a new workflow, if it does not keep the given one. */
let idOfNew: string | undefined;

/** Endings of routes that this n8n lacks. */
let missing: string[];

let server: OddServer;
let rest: N8nRest;

/** n8n's answers for importing and publishing. */
function answerTo(path: string): object | undefined {
	const [, id, what] = /^\/rest\/workflows\/(\w+)(?:\/([\w-]+))?$/.exec(path) ?? [];
	if (missing.includes(`/${what}`)) return undefined;
	if (what === 'exists') return { exists: false };
	if (what === 'publication-status') {
		const left = states[id] ?? ['published'];
		return { status: left.length > 1 ? left.shift() : left[0], triggers: [] };
	}
	if (what === 'activate' && refusal) return undefined;
	return { id: id ?? 'new', versionId: 'v1' };
}

const storedAs = (workflow: string): object => ({
	id: idOfNew ?? (JSON.parse(workflow) as { id: string }).id,
});

const count = (path: string) => server.asked.filter((asked) => asked === path).length;
const statusOf = (id: string) => `/rest/workflows/${id}/publication-status`;

beforeEach(async () => {
	states = {};
	refusal = undefined;
	missing = [];
	idOfNew = undefined;
	server = await startOddServer(async (request, response) => {
		const path = request.url ?? '';
		const isNew = path === '/rest/workflows';
		const data = isNew ? storedAs(await text(request)) : answerTo(path);
		response.statusCode = data ? 200 : missing.some((part) => path.endsWith(part)) ? 404 : 400;
		response.end(JSON.stringify(data ? { data } : { code: 0, message: refusal }));
	});
	rest = await N8nRest.logIn(server.url, { email: 'demo@example.com', password: 'x' });
});

afterEach(async () => {
	await server.close();
});

describe('a workflow', () => {
	test.each([
		['at first', ['not_published', 'not_published', 'published']],
		['between', ['in_progress', 'not_published', 'in_progress', 'not_published', 'published']],
		['after an old obstacle', ['failed', 'in_progress', 'partial', 'published']],
	])('is published if it counts as unpublished for a moment, %s', async (_when, answers) => {
		states = { w1: [...answers] };
		await rest.publish('w1');
		expect(count(statusOf('w1'))).toBe(answers.length);
	});

	test('is still unpublished if it counts as published for a moment', async () => {
		states = { w1: ['published', 'in_progress', 'published', 'not_published'] };
		await rest.unpublish('w1');
		expect(count(statusOf('w1'))).toBe(4);
	});

	test('counts as published if n8n said so and cannot be asked', async () => {
		missing = ['/publication-status'];
		await rest.publish('w1');
		await rest.unpublish('w1');
		expect(count('/rest/workflows/w1/activate')).toBe(1);
		expect(count('/rest/workflows/w1/deactivate')).toBe(1);
	});

	test('is reported with n8n’s words if n8n refuses to publish it', async () => {
		refusal = 'A trigger is missing: \"When\"';
		await expect(rest.publish('w1')).rejects.toThrow(
			'n8n answers 400 to POST /rest/workflows/w1/activate: A trigger is missing: "When"',
		);
	});
});

test('an example that n8n stores under another id is published under that one', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-examples-'));
	missing = ['/exists', '/publication-status'];
	idOfNew = 'given';
	try {
		expect(await importExamplesOnce(rest, folder, { id: 'c1', name: 'Demo bot' })).toEqual([]);
		expect(count('/rest/workflows/given/activate')).toBe(8);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

test('an example that stays unpublished is reported, and the others are published', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'bot-messaging-examples-'));
	states = {
		[MODERATION]: ['in_progress', 'not_published'],
		[COMMANDS]: ['not_published', 'published'],
	};
	try {
		const unpublished = await importExamplesOnce(rest, folder, { id: 'c1', name: 'Demo bot' });
		expect(unpublished).toEqual([
			{
				name: 'Bot Messaging: Moderation',
				path: `/workflow/${MODERATION}`,
				reason: `Workflow ${MODERATION} is not published: its state stays "not_published"`,
			},
		]);
		// Only repeated answers count as a state.
		expect(count(statusOf(MODERATION))).toBeGreaterThan(5);
		expect(count(`/rest/workflows/${COMMANDS}/activate`)).toBe(1);
		for (const file of ['moderation', 'cleanup', 'commands']) {
			expect(existsSync(join(folder, `${file}-is-imported`))).toBe(true);
		}
		// They now belong to the user, so the next start does not touch them.
		expect(await importExamplesOnce(rest, folder, { id: 'c1', name: 'Demo bot' })).toEqual([]);
		expect(count(`/rest/workflows/${MODERATION}/activate`)).toBe(1);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});
