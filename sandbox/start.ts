/** `npm start`: the pinned n8n with this package and the emulator, ready to use. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { DEFAULTS, startEmulator, type Emulator } from '../emulator';
import type { State } from '../emulator/world/store';
import { build } from '../scripts/lib/build';
import {
	DEMO_PATH,
	ensureCredential,
	ensureModel,
	runDemoOnce,
	tellEffects,
	type Unpublished,
} from './lib/demo';
import { EXAMPLE_PLACES, importExamplesOnce, PUBLISHED_NAMES } from './lib/examples';
import { FirstBot } from './lib/firstBot';
import { ensureN8n, hasN8n } from './lib/install';
import { linkPackage, startN8n, type N8n } from './lib/n8n';
import { ownerOf, type Owner } from './lib/owner';
import { startStandInModel, type StandInModel } from './lib/standInModel';
import { DATA_FOLDER } from '../scripts/lib/paths';
import { LOOPBACK, portFor } from '../scripts/lib/ports';
import { Processes } from '../scripts/lib/processes';
import { program } from '../scripts/lib/program';
import { claim, unclaim } from './lib/running';

const say = (line: string) => console.log(line);

const stateOf = async ({ url }: Emulator) =>
	(await (await fetch(`${url}/_emulator/state`)).json()) as State;

function tellUnpublished({ url }: N8n, { name, path, reason }: Unpublished): void {
	say(`\n"${name}" is in n8n, but does not start by itself, because n8n did not publish it:`);
	say(`  ${reason}`);
	say(`  Open ${url}${path} and choose Publish there. ${join(DATA_FOLDER, 'n8n.log')} says more.`);
}

async function bringWorkflows(n8n: N8n, emulator: Emulator, modelUrl: string): Promise<void> {
	const credential = await ensureCredential(n8n.rest, emulator.url);
	const model = await ensureModel(n8n.rest, modelUrl);
	const before = await stateOf(emulator);
	const demo = await runDemoOnce(n8n, DATA_FOLDER, credential);
	if (demo.hasRun) {
		say('\nThe demo workflow has just run. What it did, read from the emulator:');
		for (const effect of tellEffects(before, await stateOf(emulator))) say(`  ${effect}`);
	} else {
		say('\nThe emulator starts afresh; n8n is as you left it, and nothing was run.');
	}
	const examples = await importExamplesOnce(n8n.rest, DATA_FOLDER, credential, model);
	for (const workflow of [...demo.unpublished, ...examples]) tellUnpublished(n8n, workflow);
}

function tellWhereToClick(n8n: N8n, emulator: Emulator, owner: Owner): void {
	say('\nWorkflows to start from:');
	const width = Math.max(...EXAMPLE_PLACES.map(({ name }) => name.length));
	for (const { name, path } of EXAMPLE_PLACES) say(`  ${name.padEnd(width)}  ${n8n.url}${path}`);
	say(
		'The assistant, the agents and the AI spam judge have a stand-in for a language model: publish one,',
	);
	say(
		'and it answers, but it only repeats. For real answers choose an OpenAI credential in OpenAI Chat Model.',
	);
	say(`Published from the first start: ${PUBLISHED_NAMES.join(', ')}.`);
	say(
		'They act in the same chats. Before you try a workflow of your own there, unpublish the one that does',
	);
	say('the same: Moderation, for example, deletes links too.');
	say(`What n8n writes is in ${DATA_FOLDER}; npm run tool -- clean removes it.`);
	say('\nThe bot and its chats live in the emulator:');
	say(`  chats     ${emulator.url}/_emulator/chat`);
	say(`  state     ${emulator.url}/_emulator/state`);
	say(`  try       curl ${emulator.url}/bot${DEFAULTS.token}/getMe`);
	say('Open the demo workflow, log in, press "Execute workflow" and open its nodes:');
	say(`  n8n       ${n8n.url}${DEMO_PATH}`);
	say(`  e-mail    ${owner.email}`);
	say(`  password  ${owner.password}`);
	say('\nReady. Ctrl-C ends n8n and the emulator.');
}

interface Running {
	processes: Processes;
	emulator?: Emulator;
	model?: StandInModel;
}

async function endAll({ processes, emulator, model }: Running): Promise<void> {
	await processes.stopAll();
	await emulator?.close();
	model?.close();
	unclaim(DATA_FOLDER);
}

/** Installs n8n while a simple bot answers in the chats. */
async function fetchBeside(processes: Processes, emulator: Emulator): Promise<void> {
	say(
		'The chats are there already, and a small bot answers in them. Open this page and write to it:',
	);
	say(`  chats     ${emulator.url}/_emulator/chat`);
	const bot = new FirstBot(emulator.url);
	try {
		await bot.showProgress(0);
		await ensureN8n(processes, say, (share) => {
			// If the chat cannot show it, the terminal does.
			bot.showProgress(share).catch(() => undefined);
		});
	} finally {
		await bot.stop();
	}
}

/** Starts everything, then waits. Throws as soon as anything fails. */
async function start(running: Running): Promise<void> {
	const { processes } = running;
	const port = await portFor({ port: 5678, what: 'n8n', variable: 'N8N_PORT' });
	const emulatorPort = await portFor({
		port: 8081,
		what: 'The emulator',
		variable: 'EMULATOR_PORT',
	});
	mkdirSync(DATA_FOLDER, { recursive: true });
	claim(DATA_FOLDER, {
		chats: `http://${LOOPBACK}:${emulatorPort}/_emulator/chat`,
		n8n: `http://${LOOPBACK}:${port}${DEMO_PATH}`,
	});
	const emulator = await startEmulator({ port: emulatorPort });
	running.emulator = emulator;
	if (!hasN8n()) await fetchBeside(processes, emulator);
	say('Building the package ...');
	await build(processes);
	linkPackage(DATA_FOLDER);
	say('Starting n8n ...');
	const owner = ownerOf(DATA_FOLDER);
	const n8n = await startN8n(processes, { folder: DATA_FOLDER, port, owner });
	running.model = await startStandInModel();
	await bringWorkflows(n8n, emulator, running.model.url);
	tellWhereToClick(n8n, emulator, owner);
	throw n8n.process.unexpectedEnd(await n8n.process.ended);
}

/** Ends with exit code 0 on a signal and 1 otherwise. */
async function main(): Promise<void> {
	const running: Running = { processes: new Processes() };
	let interrupted = false;
	const interrupt = async () => {
		if (interrupted) return;
		interrupted = true;
		say('\nEnding n8n and the emulator ...');
		await endAll(running);
		process.exit(0);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
		// A signal handler cannot wait; it ends this program itself.
		process.on(signal, () => void interrupt());
	}
	try {
		await start(running);
	} catch (obstacle) {
		if (interrupted) return;
		await endAll(running);
		console.error(`\n${(obstacle as Error).message}`);
		process.exit(1);
	}
}

program(main);
