import { askedBy, type Download } from './request';
import type { Counterpart } from './telegram';
import type { Connections } from './workflow';

/** The nearest of the nodes with these names before a node, and whether it is its only input. */
function nearest(name: string, names: Set<string>, connections: Connections) {
	const sourcesOf = (to: string) =>
		Object.keys(connections).filter((from) =>
			(connections[from]?.main ?? []).flat().some((end) => end?.node === to),
		);
	const inputs = sourcesOf(name);
	const ahead = new Set(inputs);
	for (const one of ahead) {
		if (names.has(one)) return { source: one, isOnly: inputs.length === 1 && inputs[0] === one };
		for (const source of sourcesOf(one)) ahead.add(source);
	}
	return undefined;
}

const NAMED = /\$(?:\(|node\[)\s*["'`]([^"'`]+)["'`]/;

/**
 * The download of a file by its path. Our node takes the File ID from one of the nodes `asking` for paths,
 * which are given by name; undefined if there is none.
 */
export function downloadCounterpart(
	name: string,
	{ path, binaryPropertyName }: Download,
	connections: Connections,
	asking: Set<string>,
): Counterpart | undefined {
	const [, named = ''] = NAMED.exec(path) ?? [];
	const before = nearest(name, asking, connections);
	const isNamed = asking.has(named);
	const isNext = before?.isOnly === true && /^\{\{\s*\$json\b[\w.?["'\]]*\s*\}\}$/.test(path);
	if (!isNamed && !before) return undefined;
	const idIn = (code: string) => `=${code.replaceAll('file_path', 'file_id')}`;
	return {
		resource: 'file',
		operation: 'getFile',
		shape: 'passes',
		parameters: (given) => {
			const now = askedBy(given);
			const code = now && 'path' in now ? now.path : path;
			const quoted = `'${(before?.source ?? '').replace(/[\\']/g, '\\$&')}'`;
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
