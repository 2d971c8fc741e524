import ts from 'typescript';

/** By name, the files that are on the disk: reading them takes longer than judging a small file. */
const read = new Map<string, ts.SourceFile | undefined>();

/**
 * What TypeScript says against files that exist nowhere else.
 *
 * @param files their texts by their absolute paths, in a folder that exists
 */
export function complaintsAbout(
	files: Record<string, string>,
	more: ts.CompilerOptions = {},
): readonly ts.Diagnostic[] {
	const options: ts.CompilerOptions = {
		strict: true,
		noEmit: true,
		skipLibCheck: true,
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.CommonJS,
		moduleResolution: ts.ModuleResolutionKind.Node10,
		types: [],
		// Without those of browsers, which are long.
		lib: ['lib.es2022.d.ts'],
		...more,
	};
	const host = ts.createCompilerHost(options);
	const { getSourceFile, fileExists, readFile } = host;
	host.fileExists = (name) => name in files || fileExists.call(host, name);
	host.readFile = (name) => files[name] ?? readFile.call(host, name);
	host.getSourceFile = (name, version, ...rest) => {
		if (name in files) return ts.createSourceFile(name, files[name], version);
		if (!read.has(name)) read.set(name, getSourceFile.call(host, name, version, ...rest));
		return read.get(name);
	};
	return ts.getPreEmitDiagnostics(ts.createProgram(Object.keys(files), options, host));
}
