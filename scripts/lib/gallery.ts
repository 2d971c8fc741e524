import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { PACKAGE_NAME } from './paths';
import type { Workflow } from '../../sandbox/lib/rest';
import { TYPE_VERSIONS } from '../../sandbox/lib/triggers';

const COLUMNS = 6;
const ROWS = 4;
/** A multiple of 16, the canvas grid. A node with an input for a model is 256 wide. */
const SPACING = 336;

/** The size in pixels of a window that is higher than the longest form. */
export const FORM_WINDOW = { width: 1500, height: 2200 };

/** Splits nodes over several canvases, because each node slows down every click. */
export function byCanvas<Node>(nodes: Node[]): Node[][] {
	const perCanvas = COLUMNS * ROWS;
	const count = Math.ceil(nodes.length / perCanvas);
	return Array.from({ length: count }, (_none, index) =>
		nodes.slice(index * perCanvas, (index + 1) * perCanvas),
	);
}

/** A workflow with unconnected nodes of this package, in rows. */
export function gallery(
	name: string,
	nodes: Array<{ name: string; type: string; parameters: IDataObject }>,
): Workflow {
	return {
		name,
		connections: {},
		nodes: nodes.map((node, index) => ({
			name: node.name,
			parameters: node.parameters,
			id: randomUUID(),
			type: `${PACKAGE_NAME}.${node.type}`,
			typeVersion: TYPE_VERSIONS[node.type],
			position: [(index % COLUMNS) * SPACING, Math.floor(index / COLUMNS) * SPACING],
		})),
	};
}
