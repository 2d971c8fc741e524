/**
 * `npm run tool -- motion`: the animated picture of the README. Mia orders in a chat of the emulator; next to it, the
 * canvas of a real n8n shows what the workflow does. Needs Chromium, and img2webp of Debian's package `webp`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DEFAULTS } from '../emulator/world/defaults';
import type { State } from '../emulator/world/store';
import { withCredential } from '../sandbox/lib/demo';
import { Editor } from './lib/editor';
import { ROOT } from './lib/paths';
import { program } from './lib/program';
import { onStage, type Stage } from '../sandbox/lib/stage';
import { triggerWorkflow } from '../sandbox/lib/triggers';
import { until } from './lib/until';
import { BUTTONS, ORDER, ordering, THANKS } from './screenshots/ordering';

const PICTURE = join(ROOT, 'docs/images/order.webp');
const WITHIN_MS = 120_000;

const HEIGHT = 540;
const CANVAS_WIDTH = 1000;
const CHAT_WIDTH = 420;

const MIA = DEFAULTS.users.mia;
const CHAT = DEFAULTS.chats.privateMia;

/** Pictures of both windows side by side, each with its duration. */
class Film {
	private readonly frames: string[] = [];

	constructor(
		private readonly folder: string,
		private readonly canvas: Editor,
		private readonly chat: Editor,
		private readonly sheet: Editor,
	) {}

	async take(milliseconds: number): Promise<void> {
		const file = (name: string) => join(this.folder, name);
		await Promise.all([
			this.chat.pictureOfWindow(file('chat.png')),
			this.canvas.pictureOfWindow(file('canvas.png')),
		]);
		const page = `<body style="margin: 0; display: flex; gap: 4px; background: #8888">
			<img src="chat.png"><img src="canvas.png">`;
		writeFileSync(file('sheet.html'), page);
		await this.sheet.openPage(
			`file://${file('sheet.html')}`,
			CHAT_WIDTH + CANVAS_WIDTH + 4,
			HEIGHT,
		);
		const frame = file(`frame-${this.frames.length}.png`);
		await this.sheet.pictureOfWindow(frame);
		this.frames.push('-d', String(milliseconds), frame);
	}

	/** Writes the pictures as one animation that loops. */
	develop(file: string): void {
		execFileSync('img2webp', [
			'-loop',
			'0',
			'-lossy',
			'-q',
			'80',
			'-m',
			'6',
			...this.frames,
			'-o',
			file,
		]);
	}
}

async function play(
	{ n8n, emulator, credential, owner }: Stage,
	film: Film,
	canvas: Editor,
): Promise<void> {
	const control = `${emulator.url}/_emulator`;
	const act = async (what: string, body: object) =>
		await fetch(`${control}/act/${what}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ user_id: MIA, chat_id: CHAT, ...body }),
		});
	const state = async () => (await (await fetch(`${control}/state`)).json()) as State;
	const asked = async () =>
		(await state()).messages
			.filter(({ chat_id: chat, reply_markup: markup }) => chat === CHAT && markup)
			.at(-1);

	await canvas.logIn(owner);
	const id = await n8n.rest.importWorkflow(withCredential(ordering(), credential));
	await canvas.openWorkflow(id, CANVAS_WIDTH, HEIGHT);
	await film.take(1500);
	await canvas.start(ORDER);
	const polls = async () =>
		((await (await fetch(`${control}/calls`)).json()) as Array<{ method: string }>).some(
			({ method }) => method === 'getUpdates',
		);
	await until('the workflow waits for a message', polls, WITHIN_MS);
	await film.take(1200);
	await act('message', { text: '/order' });
	await until('the bot asks', async () => (await asked()) !== undefined, WITHIN_MS);
	await film.take(2500);
	// In a test, answers come through a published trigger.
	const listener = triggerWorkflow({
		name: 'Gets the answers',
		type: 'botMessagingPollingTrigger',
		credential,
	});
	const listening = await n8n.rest.importWorkflow(listener);
	await n8n.rest.publish(listening);
	const { message_id } = (await asked())!;
	const { inline_keyboard: rows } = (await asked())!.reply_markup as {
		inline_keyboard: Array<Array<{ text: string; callback_data: string }>>;
	};
	const button = rows.flat().find(({ text }) => text === BUTTONS[0])!;
	await act('press', { message_id, callback_data: button.callback_data });
	await canvas.untilRun(THANKS);
	await film.take(4000);
	await n8n.rest.unpublish(listening);
}

async function takeMotion(stage: Stage): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'motion-'));
	const [canvas, chat, sheet] = [
		await Editor.open(stage.n8n.url),
		await Editor.open(stage.n8n.url),
		await Editor.open(stage.n8n.url),
	];
	try {
		const place = new URLSearchParams({ as: String(MIA), chat: String(CHAT) });
		await chat.openPage(
			`${stage.emulator.url}/_emulator/chat#${place.toString()}`,
			CHAT_WIDTH,
			HEIGHT,
		);
		const film = new Film(folder, canvas, chat, sheet);
		await play(stage, film, canvas);
		film.develop(PICTURE);
		console.log(`${PICTURE} has ${statSync(PICTURE).size} bytes`);
	} finally {
		for (const editor of [canvas, chat, sheet]) await editor.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

program(async () => await onStage(takeMotion));
