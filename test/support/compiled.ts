import ts from 'typescript';

/** Files from disk by name: reading them takes longer than checking a small file. */
const read = new Map<string, ts.SourceFile | undefined>();

/**
 * TypeScript's errors in files that exist only in memory.
 *
 * @param files texts by absolute path, in an existing folder
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
		// Without the browser's types, which are long.
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
