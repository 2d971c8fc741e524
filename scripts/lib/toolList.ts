const script = (file: string) => [[process.execPath, '--import', 'tsx', file]];
const inJest = (...args: string[]) => [process.execPath, 'node_modules/jest/bin/jest.js', ...args];
// An option must separate the project from the files: jest reads all words after a project as projects.
const project = (name: string, ...args: string[]) =>
	inJest('--selectProjects', name, '--maxWorkers', '2', ...args);

const folders = (...names: string[]) => names.map((name) => `test/${name}`);

/** A command that is needed less often than the scripts of package.json. */
export interface Tool {
	/** What it does, in a line. */
	does: string;
	/** More about it, for CONTRIBUTING.md: what it takes, and how it does less. */
	more?: string[];
	/** Run one after the other. Arguments after the name go to each. */
	commands: string[][];
	settings?: Record<string, string>;
}

/** What `npm run tool` lists, and CONTRIBUTING.md. */
export const TOOLS: Record<string, Tool> = {
	bench: {
		does: 'speed and memory beside n8n’s own Telegram node, in a real n8n; writes `bench/results.md`',
		commands: script('bench/run.ts'),
	},
	claims: {
		does: 'which sentences of `docs/` have a number that nothing compares with the code',
		commands: script('scripts/claims.ts'),
	},
	clean: {
		does: 'removes what `npm start` and the tests leave behind',
		commands: script('scripts/clean.ts'),
	},
	'compare-forms': {
		does: 'what of the forms of one version breaks workflows that were saved with another one',
		more: [
			'`npm run tool -- compare-forms A B`: each is a packed package (`.tgz`), a file that this tool wrote, or `.` for this clone.',
			'With only `A` it writes the file. `test/frozen/forms.txt` is one of November 2026: `npm test` compares with it.',
		],
		commands: script('scripts/compareForms.ts'),
	},
	contracts: {
		does: 'writes a manifest for each operation, as n8n’s node contracts have it',
		more: [
			'`npm run tool -- contracts FOLDER` also says what does not fit. [docs/for-reviewers.md](docs/for-reviewers.md#node-contracts) says what else of the package would not fit.',
		],
		commands: script('scripts/contracts.ts'),
	},
	crowd: {
		does: 'a workflow moderates 100,000 groups in a real n8n for 20 minutes: what it did, and how fast',
		more: [
			'Its table belongs into [docs/scaling.md](docs/scaling.md).',
			'Less: `npm run tool -- crowd --minutes 1 --groups 1000 --updates 20 --joins 100`.',
		],
		commands: script('bench/crowd.ts'),
	},
	dialects: {
		does: 'tests operations, waiting and triggers with an emulator that is like Telegram',
		more: ['With `EMULATOR_DIALECT`, any test runs in another [dialect](docs/compatibility.md).'],
		commands: [
			project('fast', ...folders('engine/operations', 'engine/waiting', 'engine/triggers')),
			project('e2e', ...folders('e2e/operations', 'e2e/waiting', 'e2e/triggers')),
		],
		settings: { EMULATOR_DIALECT: 'telegram' },
	},
	faults: {
		does: 'thousands of requests to an emulator that fails on purpose: nothing lost or sent twice',
		more: [
			'10,000 random requests.',
			'A newsletter to 100,000 people on a simulated clock.',
			'200,000 updates with the memory watched, while n8n does not report every single end.',
		],
		commands: [project('faults', '--runInBand')],
	},
	fetch: {
		does: 'fetches the n8n of the sandbox, as the first `npm start` or `npm run test:e2e` does',
		commands: script('sandbox/fetch.ts'),
	},
	forms: {
		does: 'opens each form in the real editor, in every state',
		more: ['`npm run test:e2e` opens the fullest one of each operation.'],
		commands: [project('e2e', 'test/e2e/browser/forms')],
		settings: { ALL_FORMS: '1' },
	},
	learn: {
		does: 'how well Looks Like Spam learns from labelled messages, beside naive Bayes on words',
		more: [
			'`npm run tool -- learn FILE…`: a line is `spam` or `ham`, a tab, and the text.',
			'For 20 to 1,000 rows, ten random draws each; tested with all other rows of the file.',
		],
		commands: script('bench/learn.ts'),
	},
	load: {
		does: 'a real n8n that has as much to do as it can',
		more: [
			'600 presses of one person.',
			'5,201 messages of one person to a slow workflow.',
			'300 pushes for three workflows.',
			'Bursts of 40 people while n8n is killed twice.',
			'2,000 people join in a minute, and are let in or removed by one press.',
		],
		commands: [project('load')],
	},
	long: {
		does: 'a real n8n with 1,000 questions and forms, and hours of people at random',
		more: [
			'1,000 questions, and 1,000 forms, open at the same time and answered in random order.',
			'10,000 random presses of a question.',
			'Half an hour of a group that random commands moderate: `MODERATED_MINUTES=3` for less, `MODERATED_SEED`.',
			'1,000 people who write bursts while n8n is killed twice: `GATHERED_SECONDS=60`.',
			'500 people, an agent and the staff in random orders: `TAKEOVER_ORDERS=30` for less, `TAKEOVER_SEED`.',
		],
		commands: [project('long', '--runInBand')],
	},
	models: {
		does: 'plays the models of `test/models/` with other random steps until you end it, or one fails',
		more: ['It prints the seed of each round, and of what fails the fewest steps.'],
		commands: script('scripts/models.ts'),
	},
	motion: {
		does: 'the moving picture of the README',
		more: ['Needs Chromium, and `img2webp` of Debian’s package `webp`.'],
		commands: script('scripts/motion.ts'),
	},
	mutants: {
		does: 'makes each change of `scripts/mutation/mutants/`, and says which its test does not find',
		more: ['Takes ten minutes. Less: `npm run tool -- mutants retry.ts webhook`.'],
		commands: script('scripts/mutants.ts'),
	},
	mutate: {
		does: 'changes the nodes in small ways, and says which no test finds',
		more: [
			'Takes hours. Less: `npm run tool -- mutate api/queues.ts --tests test/engine/traffic`, or `--sample 300`.',
		],
		commands: script('scripts/mutate.ts'),
	},
	pack: {
		does: 'packs emulator, chat page and check as a package of their own, in `dist-tools/`',
		more: ['`npx` runs it without a clone.'],
		commands: script('scripts/tools.ts'),
	},
	planted: {
		does: 'plants the bot token in each text of each answer, and prints the places that show it',
		commands: [inJest('test/engine/secrets/answers')],
		settings: { PLANTED: '1' },
	},
	refusals: {
		does: 'prints the table of refusals: the words of servers, the reason, what to do',
		commands: script('scripts/refusals.ts'),
	},
	release: {
		does: 'puts the tag of a release on this commit, with its part of the changelog',
		commands: script('scripts/release.ts'),
	},
	reports: {
		does: 'prints the table of public bug reports, with the test that holds each of them here',
		commands: script('test/reports/list/main.ts'),
	},
	scaling: {
		does: 'updates a second in queue mode with one worker and with two, and what 50 bots cost',
		more: [
			'Its tables belong into [docs/scaling.md](docs/scaling.md).',
			'Less: `npm run tool -- scaling --updates 30 --bots 4`.',
		],
		commands: script('bench/scaling.ts'),
	},
	screenshots: {
		does: 'the pictures of the pages in `docs/`, and one of every form, from the real editor',
		more: ['Needs Chromium.'],
		commands: script('scripts/screenshots.ts'),
	},
	site: {
		does: 'makes all pages into a site, in `site/`',
		more: [
			'`npx vitepress preview docs` shows it at http://localhost:4173; from the folder alone it does not work.',
			'It has the pictures of the forms if `npm run tool -- screenshots` was run before.',
			'`npx vitepress dev docs` shows a page while you write it.',
		],
		commands: [[process.execPath, 'node_modules/vitepress/bin/vitepress.js', 'build', 'docs']],
	},
	soak: {
		does: 'first starts and test runs in a row, beside two busy cores',
		more: ['Fewer: `npm run tool -- soak --starts 5 --tests 2`.'],
		commands: script('bench/soak.ts'),
	},
	updates: {
		does: 'of 1,000 updates pushed and 1,000 polled: how many become executions in a real n8n',
		more: [
			'It also counts those that are double, missing or out of order.',
			'Less: `npm run tool -- updates 100`.',
		],
		commands: script('bench/updates.ts'),
	},
	verify: {
		does: 'from which commit a packed file comes, or which line of it differs',
		more: ['`npm run tool -- verify FILE.tgz`: it packs up to 20 commits, one in a few seconds.'],
		commands: script('scripts/verify.ts'),
	},
	versions: {
		does: 'what the package does in older and newer versions of n8n',
		more: [
			'Fetches each of them, and takes an hour. [docs/versions.md](docs/versions.md) has the table and how to run it.',
		],
		commands: script('scripts/versions.ts'),
	},
};

/** What `npm run tool` prints: a line for each tool. */
export function toolLines(): string {
	const width = Math.max(...Object.keys(TOOLS).map((name) => name.length));
	return Object.entries(TOOLS)
		.map(([name, { does }]) => `  ${name.padEnd(width)}  ${does.replaceAll('`', '')}`)
		.join('\n');
}

/** The list of tools in CONTRIBUTING.md. */
export const toolsList = (): string =>
	Object.entries(TOOLS)
		.map(([name, { does, more = [] }]) => {
			const details = more.map((detail) => `\n  - ${detail}`).join('');
			return `- \`npm run tool -- ${name}\`: ${does}.${details}`;
		})
		.join('\n');
