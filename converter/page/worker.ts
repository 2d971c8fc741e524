import { summary, type Finding } from '../findings';
import { convert } from '../index';
import type { TriggerKind } from '../plan';
import { ConvertError, ON_PAGE, readWorkflow } from '../workflow';

/** The input of a conversion. */
export interface Given {
	text: string;
	trigger: TriggerKind;
}

/** The result: a workflow as text, or the reason for a failure. */
export type Outcome = { text: string; summary: string; findings: Finding[] } | { obstacle: string };

const UNEXPECTED =
	'Something in this workflow is not as this page expects it. Report it, with the workflow if you may show it to others.';

/** Only the page listens. */
declare const self: {
	onmessage: ((event: { data: Given }) => void) | null;
	postMessage: (outcome: Outcome) => void;
};

function outcomeOf({ text, trigger }: Given): Outcome {
	try {
		const converted = convert(readWorkflow(text, ON_PAGE), { trigger });
		return {
			text: JSON.stringify(converted.workflow, null, 2),
			summary: summary(converted),
			findings: converted.findings,
		};
	} catch (error) {
		return { obstacle: error instanceof ConvertError ? error.message : UNEXPECTED };
	}
}

self.onmessage = ({ data }) => self.postMessage(outcomeOf(data));
