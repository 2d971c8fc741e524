import { existsSync, readFileSync } from 'node:fs';

/** A row of the table: some of the tests of a file. */
interface Check {
	what: string;
	/** If there are several, only one of them can run in an n8n. */
	files: string[];
	/** Beginning of the full names of its tests. */
	tests: string;
}

const capitalized = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const ofTrigger = (name: string): Check[] => {
	const files = ['versions/triggers.test.ts'];
	const ending = ['versions/restarts.test.ts'];
	const title = capitalized(name);
	return [
		{ what: `${title}: 300 updates`, files, tests: `${name} 300 updates` },
		{ what: `${title}: a stopped execution`, files, tests: `${name} an execution that is stopped` },
		{ what: `${title}: n8n restarted amid 300`, files: ending, tests: `${name} n8n is restarted` },
		{ what: `${title}: n8n killed amid 300`, files: ending, tests: `${name} n8n is killed` },
	];
};

const ofExample = (name: string): Check => ({
	what: `Example: ${capitalized(name)}`,
	files: ['e2e/examples.test.ts'],
	tests: name,
});

const ANSWERS = ['versions/answers.test.ts'];

/** The packed package in our own n8n, or the installed one in a remote n8n. */
const LOADS = ['e2e/install.test.ts', 'versions/loaded.test.ts'];

const CHECKS: Check[] = [
	{ what: 'Loads', files: LOADS, tests: 'the pack' },
	{ what: 'Test of the credential', files: ['e2e/credential.test.ts'], tests: 'the test of the' },
	{ what: 'Every operation once', files: ['e2e/operations.test.ts'], tests: 'every operation' },
	...ofTrigger('webhook trigger'),
	...ofTrigger('polling trigger'),
	{ what: 'Send and Wait for Answer', files: ANSWERS, tests: 'a question is answered' },
	{ what: 'One output for each answer', files: ANSWERS, tests: 'a question with an output' },
	...[
		'demo',
		'welcome',
		'moderation',
		'flood guard',
		'report',
		'cleanup',
		'announcement',
		'join requests',
		'commands',
		'assistant',
		'agent',
		'night mode',
	].map(ofExample),
];

/** The cell of a check if none of its tests can run in this n8n. */
export const NOT_RUN = 'not run';

/** The names of the checks, in table order. */
export const CHECK_NAMES = CHECKS.map(({ what }) => what);

/** The part of jest's report that is read. */
interface Report {
	testResults: Array<{
		name: string;
		message: string;
		assertionResults: Array<{ fullName: string; status: string }>;
	}>;
}

/** What tests noted about their n8n, by full test name. */
function foundIn(file: string): Map<string, string> {
	if (!existsSync(file)) return new Map();
	const lines = readFileSync(file, 'utf8').trim().split('\n');
	return new Map(
		lines
			.map((line) => JSON.parse(line) as { test: string; words: string })
			.map(({ test, words }) => [test, words]),
	);
}

/**
 * The cells of one n8n from its report: what the test of a check noted, or whether its tests passed;
 * `not run` if it has none.
 */
export function cellsOf(reportFile: string, foundFile: string): string[] {
	const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
	const found = foundIn(foundFile);
	return CHECKS.map(({ files, tests }) => {
		const inFile = testResults.filter(({ name }) => files.some((file) => name.endsWith(file)));
		const results = inFile
			.flatMap(({ assertionResults }) => assertionResults)
			.filter(({ fullName }) => fullName.startsWith(tests));
		const passed = results.filter(({ status }) => status === 'passed').length;
		const [first] = results;
		if (!first) return NOT_RUN;
		const words = found.get(first.fullName);
		if (passed === results.length) return words ?? 'yes';
		return words ?? (passed === 0 ? 'no' : `${passed} of ${results.length}`);
	});
}
