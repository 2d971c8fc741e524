import type { Finding } from '../findings';
import type { Given, Outcome } from './worker';

/** The work is as much as the text is long; the clock of a busy computer would say little about it. */
const MOST_CHARACTERS = 50_000_000;

const TOO_LONG = `It has more than ${MOST_CHARACTERS / 1e6} million characters. Give it without the data pinned to its nodes.`;
const STOPPED = 'It was stopped. Nothing was converted.';
const FAULT = 'This browser cannot convert it. Try a newer one, or the command in the guide.';

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;

const file = byId<HTMLInputElement>('file');
const given = byId<HTMLTextAreaElement>('given');
const converted = byId<HTMLTextAreaElement>('converted');
const obstacle = byId('obstacle');
const outcome = byId('outcome');
const running = byId('running');
const done = byId('done');

/** Name of the file to download. */
const PASTED = 'workflow.bot-messaging.json';
let fileName = PASTED;

function entry({ text, nodes }: Finding): HTMLLIElement {
	const item = document.createElement('li');
	const names = document.createElement('b');
	names.textContent = `${nodes.join(', ')}: `;
	item.append(names, text);
	return item;
}

let worker: Worker | undefined;

/** Ends the conversion that runs, if one does, and shows what it gave. */
function end(what: Outcome): void {
	worker?.terminate();
	running.hidden = true;
	if ('obstacle' in what) {
		obstacle.textContent = what.obstacle;
		obstacle.hidden = false;
		return;
	}
	converted.value = what.text;
	byId('summary').textContent = what.summary;
	byId('findings').replaceChildren(...what.findings.map(entry));
	outcome.hidden = false;
	byId('take').focus();
}

function start(): void {
	worker?.terminate();
	obstacle.hidden = true;
	outcome.hidden = true;
	done.textContent = '';
	running.hidden = false;
	if (given.value.length > MOST_CHARACTERS) return end({ obstacle: TOO_LONG });
	const radio = document.querySelector<HTMLInputElement>('[name=trigger]:checked');
	const trigger = radio?.value === 'webhook' ? 'webhook' : 'polling';
	// A separate thread keeps the page usable. Its code is text, because the page is a single file.
	const script = new Blob([byId('worker').textContent], { type: 'text/javascript' });
	const address = URL.createObjectURL(script);
	worker = new Worker(address);
	worker.onmessage = ({ data }: MessageEvent<Outcome>) => end(data);
	worker.onerror = () => end({ obstacle: FAULT });
	worker.postMessage({ text: given.value, trigger } satisfies Given);
	URL.revokeObjectURL(address);
}

async function readFile(): Promise<void> {
	const [chosen] = file.files ?? [];
	if (!chosen) return;
	fileName = `${chosen.name.replace(/\.json$/i, '')}.bot-messaging.json`;
	given.value = await chosen.text();
	start();
}

async function copy(): Promise<void> {
	try {
		await navigator.clipboard.writeText(converted.value);
	} catch {
		// A page that was opened from a file may have no clipboard.
		byId<HTMLDetailsElement>('text').open = true;
		converted.select();
		done.textContent = 'Press Ctrl+C, or Cmd+C on a Mac, to copy it.';
		return;
	}
	done.textContent = 'Copied. Click the canvas in n8n, and press Ctrl+V, or Cmd+V on a Mac.';
}

function download(): void {
	const link = document.createElement('a');
	const address = URL.createObjectURL(new Blob([converted.value], { type: 'application/json' }));
	link.href = address;
	link.download = fileName;
	link.click();
	URL.revokeObjectURL(address);
	done.textContent = `Saved as ${fileName}.`;
}

// Nobody waits for a handler; it shows its own errors.
file.addEventListener('change', () => void readFile());
given.addEventListener('input', () => (fileName = PASTED));
byId('convert').addEventListener('click', start);
byId('stop').addEventListener('click', () => end({ obstacle: STOPPED }));
byId('copy').addEventListener('click', () => void copy());
byId('download').addEventListener('click', download);
