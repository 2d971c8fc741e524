import { askedBy } from './request';
import type { Counterpart } from './telegram';
import type { Connections } from './workflow';

/** A node that asks for a file, before another node. */
interface FileNode {
	name: string;
	/** Whether it is the only input of the other node. */
	isNext: boolean;
}

/** The converted nodes that ask for files. */
export interface FileNodes {
	has: (name: string) => boolean;
	/** The nearest one before a node. */
	before: (name: string) => FileNode | undefined;
}

export function fileNodesOf(connections: Connections, names: Set<string>): FileNodes {
	const sourcesOf = (name: string) =>
		Object.keys(connections).filter((from) =>
			(connections[from]?.main ?? []).flat().some((to) => to?.node === name),
		);
	const before = (name: string): FileNode | undefined => {
		const ahead = sourcesOf(name);
		const isOnly = ahead.length === 1;
		const seen = new Set<string>();
		for (let at = 0; at < ahead.length; at++) {
			const source = ahead[at]!;
			if (seen.has(source)) continue;
			seen.add(source);
			if (names.has(source)) return { name: source, isNext: isOnly && at === 0 };
			ahead.push(...sourcesOf(source));
		}
		return undefined;
	};
	return { has: (name) => names.has(name), before };
}

const NAMED = /\$(?:\(|node\[)\s*["'`]([^"'`]+)["'`]/;

/**
 * The download of a file by its path. Our node takes the File ID from the node that asked for the path.
 *
 * @returns undefined if there is no such node
 */
export function downloadCounterpart(
	name: string,
	{ path, binaryPropertyName }: { path: string; binaryPropertyName?: string },
	fileNodes: FileNodes,
): Counterpart | undefined {
	const [, named] = NAMED.exec(path) ?? [];
	const source = fileNodes.before(name);
	const isNamed = named !== undefined && fileNodes.has(named);
	const isNext = source?.isNext === true && /^\{\{\s*\$json\b[\w.?["'\]]*\s*\}\}$/.test(path);
	if (!isNamed && !source) return undefined;
	const idIn = (code: string) => `=${code.replaceAll('file_path', 'file_id')}`;
	return {
		resource: 'file',
		operation: 'getFile',
		shape: 'passes',
		parameters: (given) => {
			const now = askedBy(given);
			const code = now && 'path' in now ? now.path : path;
			const quoted = `'${(source?.name ?? '').replace(/[\\']/g, '\\$&')}'`;
			return {
				fileId: isNamed || isNext ? idIn(code) : `={{ $(${quoted}).item.json.file_id }}`,
				...(binaryPropertyName !== undefined && { binaryPropertyName }),
				download: true,
				// An HTTP Request outputs its input next to the file.
				additionalFields: isNext ? {} : { includeInputFields: true },
			};
		},
	};
}
