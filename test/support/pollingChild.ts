import './sourcesFirst';

import type { IDataObject } from 'n8n-workflow';

import { RunningTrigger, type Started } from './pollingTrigger';

/** The orders of the process, as JSON in its first argument. */
export interface ChildTask {
	credential: { baseUrl: string; botToken: string };
	parameters: object;
	staticData: IDataObject;
	/** The keys of executions that n8n already has, and does not start again. */
	taken: string[];
}

/** A line of output for each started execution, and for each save of static data. */
export interface ChildLine {
	text?: string;
	key?: string;
	/** The saved static data. */
	saved?: IDataObject;
}

const tell = (line: ChildLine) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** n8n in a separate process, to be killed. Executions end at once, except those named "hang". */
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

// An error ends the process, and the test sees the output.
void main(JSON.parse(process.argv[2]) as ChildTask);
