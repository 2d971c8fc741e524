import './sourcesFirst';

import type { IDataObject } from 'n8n-workflow';

import { RunningTrigger, type Started } from './pollingTrigger';

/** The orders of the process, as JSON in its first argument. */
export interface ChildTask {
	credential: { baseUrl: string; botToken: string };
	parameters: object;
	staticData: IDataObject;
	/** The keys of executions that n8n has already: it does not begin them again. */
	taken: string[];
}

/** What it tells, one line for each execution that it starts, and for each saving of static data. */
export interface ChildLine {
	text?: string;
	key?: string;
	/** What n8n has saved. */
	saved?: IDataObject;
}

const tell = (line: ChildLine) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** n8n in a process of its own, to be killed: executions end at once, but for those called "hang". */
async function main({ credential, parameters, staticData, taken }: ChildTask): Promise<void> {
	const trigger = new RunningTrigger(credential, parameters as IDataObject, {}, staticData);
	trigger.endsAtOnce = false;
	trigger.onStart = ({ item, key, end }: Started) => {
		const text = String(item.json.text);
		tell({ text, key });
		if (text !== 'hang' || taken.includes(key ?? '')) end();
	};
	trigger.onSave = (saved) => tell({ saved });
	await trigger.start();
}

// What it throws ends the process, and the test sees what it has printed.
void main(JSON.parse(process.argv[2]) as ChildTask);
