import { existsSync, readFileSync } from 'node:fs';

/** A row of the table: some of the tests of one file. */
interface Check {
	what: string;
	file: string;
	/** How the full names of its tests begin. */
	tests: string;
}

const capitalized = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const ofTrigger = (name: string): Check[] => {
	const file = 'versions/triggers.test.ts';
	const title = capitalized(name);
	return [
		{ what: `${title}: 300 updates`, file, tests: `${name} 300 updates` },
		{ what: `${title}: a stopped execution`, file, tests: `${name} an execution that is stopped` },
		{ what: `${title}: n8n restarted amid 300`, file, tests: `${name} n8n is restarted` },
		{ what: `${title}: n8n killed amid 300`, file, tests: `${name} n8n is killed` },
	];
};

const ofExample = (name: string): Check => ({
	what: `Example: ${capitalized(name)}`,
	file: 'e2e/examples.test.ts',
	tests: name,
});

const ANSWERS = 'versions/answers.test.ts';

const CHECKS: Check[] = [
	{ what: 'Loads', file: 'e2e/install.test.ts', tests: 'the packed package' },
	{ what: 'Test of the credential', file: 'e2e/install.test.ts', tests: 'the test of the' },
	{ what: 'Every operation once', file: 'e2e/operations.test.ts', tests: 'every operation' },
	...ofTrigger('webhook trigger'),
	...ofTrigger('polling trigger'),
	{ what: 'Send and Wait for Answer', file: ANSWERS, tests: 'a question is answered' },
	{ what: 'One output for each answer', file: ANSWERS, tests: 'a question with an output' },
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

/** What the checks are called, in the order of the table. */
export const CHECK_NAMES = CHECKS.map(({ what }) => what);

/** The part of jest's report that is read. */
interface Report {
	testResults: Array<{
		name: string;
		message: string;
		assertionResults: Array<{ fullName: string; status: string }>;
	}>;
}

/** What tests have noted about the n8n they ran in, by their full names. */
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
 * What one n8n's report says to each check: what its test has found out, or whether its tests have
 * passed, and `not run` where there are none.
 */
export function cellsOf(reportFile: string, foundFile: string): string[] {
	const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
	const found = foundIn(foundFile);
	return CHECKS.map(({ file, tests }) => {
		const inFile = testResults.filter(({ name }) => name.endsWith(file));
		const results = inFile
			.flatMap(({ assertionResults }) => assertionResults)
			.filter(({ fullName }) => fullName.startsWith(tests));
		const passed = results.filter(({ status }) => status === 'passed').length;
		const [first] = results;
		if (!first) return 'not run';
		const words = found.get(first.fullName);
		if (passed === results.length) return words ?? 'yes';
		return words ?? (passed === 0 ? 'no' : `${passed} of ${results.length}`);
	});
}
