import ts from 'typescript';

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
		...more,
	};
	const host = ts.createCompilerHost(options);
	const { getSourceFile, fileExists, readFile } = host;
	host.fileExists = (name) => name in files || fileExists.call(host, name);
	host.readFile = (name) => files[name] ?? readFile.call(host, name);
	host.getSourceFile = (name, version, ...rest) =>
		name in files
			? ts.createSourceFile(name, files[name], version)
			: getSourceFile.call(host, name, version, ...rest);
	return ts.getPreEmitDiagnostics(ts.createProgram(Object.keys(files), options, host));
}
