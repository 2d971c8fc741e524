import type { Workflow } from './workflow';

/** Something that a person has to look at, with its nodes. */
export interface Finding {
	text: string;
	nodes: string[];
}

/** The list for a person: each text once, with all the nodes it is about. */
export class Findings {
	private readonly byText = new Map<string, Set<string>>();

	add(text: string, node: string): void {
		const nodes = this.byText.get(text) ?? new Set();
		this.byText.set(text, nodes.add(node));
	}

	all(): Finding[] {
		return [...this.byText].map(([text, nodes]) => ({ text, nodes: [...nodes] }));
	}
}

/** The list as plain text. */
export const findingsText = (findings: Finding[]): string =>
	findings.map(({ text, nodes }) => `- ${nodes.join(', ')}: ${text}`).join('\n');

/** The result of a conversion. */
export interface Converted {
	workflow: Workflow;
	/** Number of converted nodes. */
	converted: number;
	/** Number of nodes that were disabled, because nothing corresponds to them. */
	disabled: number;
	findings: Finding[];
	/** Differences that need no action. */
	remarks: string[];
}

const nodes = (count: number) => (count === 1 ? '1 node was' : `${count} nodes were`);

/** A summary of the conversion in a few sentences. */
export function summary({ converted, disabled, remarks }: Converted): string {
	const off = disabled > 0 ? [`${nodes(disabled)} switched off.`] : [];
	return [`${nodes(converted)} converted.`, ...off, ...remarks].join(' ');
}
