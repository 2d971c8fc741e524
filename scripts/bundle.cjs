const { mkdir, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { compileFunction } = require('node:vm');
const { parse } = require('acorn');
const { build, transform } = require('esbuild');
const { n8n } = require('../package.json');

const ROOT = path.resolve(__dirname, '..');
const FOLDER = path.join(ROOT, 'dist/nodes/BotMessaging');
/** What n8n needs to show the forms, and what it needs only when something runs. */
const [START, LATER] = ['package.js', 'later.js'];

/** The class that n8n looks for in a file, by its name. */
const classIn = (file) => path.basename(file).replace(/\.(node|credentials)\.js$/, '');

const sourceOf = (file) => file.replace(/^dist\//, '').replace(/js$/, 'ts');

/** In the first file: each name of the second one is asked for when it is used. */
const LATER_LOADED = `
let loaded;
// What only runs is loaded when it is used first: n8n starts sooner.
function later() {
	return (loaded ??= require('./${LATER}'));
}

`;

/** For each use of esbuild. */
const COMMON = {
	packages: 'external',
	platform: 'node',
	target: 'es2022',
	charset: 'utf8',
	write: false,
	logLevel: 'warning',
};

/** The names in a part of a program, but for those of properties; each with the property that it is the value of. */
function namesIn(node, property) {
	if (Array.isArray(node)) return node.flatMap((one) => namesIn(one));
	if (node?.type === 'Identifier') return [{ ...node, property }];
	if (!node?.type) return [];
	const fixed = node.computed
		? undefined
		: node.type === 'MemberExpression'
			? node.property
			: node.key;
	return Object.values(node).flatMap((child) => {
		if (child === fixed) return [];
		if (node.type === 'Property' && !node.computed && child === node.value)
			return namesIn(child, node);
		if (node.type === 'NewExpression' && child === node.callee)
			return namesIn(child).map((one) => ({ ...one, isMade: true }));
		const isDefault = node.type === 'AssignmentPattern' && child === node.left;
		return namesIn(child, isDefault ? property : undefined);
	});
}

/** The names that a statement declares. */
const declaredBy = ({ declarations, id }) =>
	namesIn(declarations?.map((one) => one.id) ?? id).map(({ name }) => name);

/** A program without its imports and exports, its other statements, and the names that it imports. */
function programIn(code) {
	const { body } = parse(code, { ecmaVersion: 2022, sourceType: 'module' });
	const [outer, statements] = [true, false].map((isOuter) =>
		body.filter(({ type }) => /^(Import|Export)/.test(type) === isOuter),
	);
	const specifiers = outer.flatMap((one) => one.specifiers.map((name) => [name, one.source]));
	return {
		statements,
		imported: specifiers
			.filter(([, source]) => source)
			.map(([{ local, imported }, { value }]) => ({
				name: local.name,
				own: imported.name,
				from: value,
			})),
		without: (text) =>
			outer.reduce((rest, { start, end }) => rest.replace(`${code.slice(start, end)}\n`, ''), text),
	};
}

/** The code with other names: `rename` gives the new one, or nothing. */
function renamed(code, names, rename) {
	let [text, at] = ['', 0];
	for (const one of names.toSorted((a, b) => a.start - b.start)) {
		const name = rename(one);
		if (name === undefined) continue;
		const { key } = one.property ?? {};
		text += code.slice(at, key ? key.start : one.start);
		text += !key || key.name === name ? name : `${code.slice(key.start, key.end)}: ${name}`;
		at = one.end;
	}
	return text + code.slice(at);
}

/** Whether two programs differ only in their names, so that short names differ only by an exchange. */
async function areSame(...programs) {
	const [one, other] = await Promise.all(
		programs.map(async (program) => {
			const { code } = await transform(program, { minify: true, format: 'esm' });
			const names = namesIn(programIn(code).statements);
			const unnamed = renamed(code, names, () => '_').replace(
				/(?:import\{.*?\}from".*?"|export\{.*?\});/g,
				'',
			);
			return { names, unnamed };
		}),
	);
	const pairs = new Set(one.names.map(({ name }, index) => `${name} ${other.names[index].name}`));
	const all = [one, other].map(({ names }) => new Set(names.map(({ name }) => name)));
	return one.unnamed === other.unnamed && all.every(({ size }) => size === pairs.size);
}

/**
 * esbuild gives a number to a name in a function if any file has it outside of functions. Here those
 * outside get one if they are used less: most names are as in the sources, and it is smaller.
 */
async function withNamesOfSources(code) {
	const { statements } = programIn(code);
	const names = namesIn(statements);
	const outside = new Set(statements.flatMap(declaredBy));
	const uses = new Map();
	for (const { name } of names) uses.set(name, (uses.get(name) ?? 0) + 1);
	const [renames, inside] = [new Map(), new Map()];
	for (const name of uses.keys()) {
		const [, own] = /^(.*?)\d+$/.exec(name) ?? [];
		if (outside.has(own) && !outside.has(name)) inside.set(own, [...(inside.get(own) ?? []), name]);
	}
	for (const [own, numbered] of inside) {
		const count = numbered.reduce((sum, name) => sum + uses.get(name), 0);
		if (count <= uses.get(own) || uses.has(`${own}1`)) continue;
		renames.set(own, `${own}1`);
		for (const name of numbered) renames.set(name, own);
	}
	const result = renamed(code, names, ({ name }) => renames.get(name));
	if (await areSame(code, result)) return result;
	throw new Error('A name with a number in the sources is in the way: rename it');
}

/** The sources that are loaded when n8n starts, if each loads another one only when it uses it. */
async function loadedAtStart(sources) {
	const { outputFiles } = await build({
		...COMMON,
		entryPoints: sources,
		outbase: ROOT,
		outdir: ROOT,
		format: 'cjs',
	});
	const nameOf = (file) => sourceOf(path.relative(ROOT, file).replaceAll('\\', '/'));
	const code = new Map(outputFiles.map((file) => [nameOf(file.path), file.text]));
	const loaded = new Map();
	const load = (source) => {
		if (loaded.has(source)) return loaded.get(source).exports;
		const module = { exports: {} };
		loaded.set(source, module);
		const requireLater = (name) => {
			if (!name.startsWith('.')) return require(name);
			const found = path.posix.join(path.posix.dirname(source), name);
			const file = code.has(`${found}.ts`) ? `${found}.ts` : `${found}/index.ts`;
			return new Proxy({}, { get: (_target, key) => load(file)[key] });
		};
		const run = compileFunction(code.get(source), ['exports', 'module', 'require']);
		run(module.exports, module, requireLater);
		return module.exports;
	};
	for (const file of [...n8n.nodes, ...n8n.credentials])
		new (load(sourceOf(file))[classIn(file)])();
	return new Set(loaded.keys());
}

/** The parts of a program, each of a source, whose name is its first line. */
const partsOf = (code) => code.split(/^(?=\/\/ \S+\.ts$)/m);

/** Divides the program in two, by the sources that are loaded at the start. */
function divided(code, atStart) {
	const isLate = (part) => {
		const [, source] = /^\/\/ (\S+\.ts)\n/.exec(part) ?? [];
		return source !== undefined && !atStart.has(source);
	};
	// By position: which characters are late.
	const late = partsOf(code)
		.map((part) => (isLate(part) ? '1' : '0').repeat(part.length))
		.join('');
	const { statements, imported, without } = programIn(code);
	const placeOf = new Map(
		statements.flatMap((one) => declaredBy(one).map((name) => [name, late[one.start]])),
	);
	// Each name of a package once.
	const packages = new Map(
		imported.map((one) => [
			one.name,
			imported.find(({ own, from }) => own === one.own && from === one.from),
		]),
	);
	const requires = [new Set(), new Set()];
	const crossing = [new Set(), new Set()];
	const text = renamed(code, namesIn(statements), ({ name, start, isMade }) => {
		const place = late[start];
		const known = packages.get(name);
		if (known) requires[place].add(known);
		if (known) return known.name;
		if (!placeOf.has(name) || placeOf.get(name) === place) return undefined;
		crossing[placeOf.get(name)].add(name);
		if (place === '1') return undefined;
		return isMade ? `(later().${name})` : `later().${name}`;
	});
	const parts = partsOf(without(text));
	const list = (names) => `{ ${[...names].sort().join(', ')} }`.replace(/(.{80,}?), /g, '$1,\n ');
	const head = (place) =>
		[...new Set([...requires[place]].map(({ from }) => from))]
			.sort()
			.map((from) => {
				const all = [...requires[place]].filter((one) => one.from === from);
				const names = all.map(({ own, name }) => (own === name ? name : `${own}: ${name}`));
				return `const ${list(names)} = require('${from}');\n`;
			})
			.join('');
	const bodyOf = (wanted) => parts.filter((part) => isLate(part) === wanted).join('');
	return {
		[START]: `${head(0)}${LATER_LOADED}${bodyOf(false)}\nmodule.exports = ${list([...n8n.nodes, ...n8n.credentials].map(classIn).concat(...crossing[0]))};\n`,
		[LATER]: `${head(1)}const ${list(crossing[0])} = require('./${START}');\n\n${bodyOf(true)}\nmodule.exports = ${list(crossing[1])};\n`,
	};
}

/**
 * Puts all nodes and the credential, with what they share, into two files: n8n loads them in half the time
 * of 230 small ones. They are not minified, and the name of each source is before its part: people read it,
 * who review the package or look for the line of an error.
 */
async function bundle() {
	const files = [...n8n.nodes, ...n8n.credentials];
	const { outputFiles, metafile } = await build({
		...COMMON,
		stdin: {
			contents: files
				.map((file) => `export { ${classIn(file)} } from './${sourceOf(file)}';`)
				.join('\n'),
			resolveDir: ROOT,
		},
		bundle: true,
		format: 'esm',
		metafile: true,
		// Shorter forms of the same statements; lines and names stay.
		minifySyntax: true,
	});
	const code = await withNamesOfSources(outputFiles[0].text);
	const atStart = await loadedAtStart(
		Object.keys(metafile.inputs).filter((one) => one !== '<stdin>'),
	);
	await mkdir(FOLDER, { recursive: true });
	for (const [name, text] of Object.entries(divided(code, atStart))) {
		await writeFile(
			path.join(FOLDER, name),
			text
				// Of the sources' comments, esbuild keeps only some, and they are a sixteenth of what is packed.
				.replace(/^ *\/\*\*[^]*?\*\/\n/gm, '')
				.replace(/^ *\/\/ (?!\S+\.ts$).*\n/gm, '')
				.replaceAll('/* @__PURE__ */ ', '')
				// Most sources are there.
				.replace(/^\/\/ nodes\/BotMessaging\//gm, '// ')
				// Each indented line by one space: it is smaller. In the only texts whose lines begin with
				// spaces, the code for n8n's AI builder, it means the same.
				.replace(/^(?: {2})+/gm, ' '),
		);
	}
	for (const file of files) {
		const [name, to] = [classIn(file), path.join(ROOT, file)];
		const shared = path.relative(path.dirname(to), path.join(FOLDER, START));
		await mkdir(path.dirname(to), { recursive: true });
		await writeFile(to, `exports.${name} = require('./${shared}').${name};\n`);
	}
}

module.exports = { bundle };
