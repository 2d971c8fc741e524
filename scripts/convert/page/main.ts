import { summary, type Finding } from '../findings';
import { convert } from '../index';
import type { TriggerKind } from '../plan';
import { readWorkflow } from '../workflow';

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;

const file = byId<HTMLInputElement>('file');
const given = byId<HTMLTextAreaElement>('given');
const converted = byId<HTMLTextAreaElement>('converted');
const obstacle = byId('obstacle');
const outcome = byId('outcome');
const done = byId('done');

/** The name of the file that is offered for download. */
let fileName = 'workflow.bot-messaging.json';

function chosenTrigger(): TriggerKind {
	const radio = document.querySelector<HTMLInputElement>('[name=trigger]:checked');
	return radio?.value === 'webhook' ? 'webhook' : 'polling';
}

function entry({ text, nodes }: Finding): HTMLLIElement {
	const item = document.createElement('li');
	const names = document.createElement('b');
	names.textContent = `${nodes.join(', ')}: `;
	item.append(names, text);
	return item;
}

function show(): void {
	obstacle.hidden = true;
	outcome.hidden = true;
	done.textContent = '';
	try {
		const result = convert(readWorkflow(given.value), { trigger: chosenTrigger() });
		converted.value = JSON.stringify(result.workflow, null, 2);
		byId('summary').textContent = summary(result);
		byId('findings').replaceChildren(...result.findings.map(entry));
		outcome.hidden = false;
		byId('take').focus();
	} catch (error) {
		obstacle.textContent = (error as Error).message;
		obstacle.hidden = false;
	}
}

async function readFile(): Promise<void> {
	const [chosen] = file.files ?? [];
	if (!chosen) return;
	fileName = `${chosen.name.replace(/\.json$/i, '')}.bot-messaging.json`;
	given.value = await chosen.text();
	show();
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
	done.textContent = 'Copied.';
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

// Nobody waits for a handler; what goes wrong in it is shown by itself.
file.addEventListener('change', () => void readFile());
byId('convert').addEventListener('click', show);
byId('copy').addEventListener('click', () => void copy());
byId('download').addEventListener('click', download);
