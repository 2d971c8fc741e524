import { execFile } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { build, type Metafile, type Plugin } from 'esbuild';

import project from '../../package.json';
import { pageFile } from '../../emulator/page/bundle';
import { ROOT } from '../lib/paths';

const NAME = `${project.name}-tools`;
const PAGE = ['index.html', 'icon.svg', 'chat.js', 'chat.css'];

/** The emulator normally bundles its page on request; this package contains the page. */
const PACKED_PAGE: Plugin = {
	name: 'packed-page',
	setup: ({ onResolve }) =>
		onResolve({ filter: /^\.\/bundle$/ }, () => ({ path: join(__dirname, 'page.ts') })),
};

/** The folders of the packages in the bundle. */
function packagesIn({ inputs }: Metafile): string[] {
	const folders = Object.keys(inputs).flatMap(
		(file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
	);
	return [...new Set(folders)].sort();
}

/** The licences of the bundled packages, which must be included. */
function licencesOf(metafile: Metafile): string {
	const texts = packagesIn(metafile).map((folder) => {
		const path = join(ROOT, folder);
		const [file] = existsSync(path)
			? readdirSync(path).filter((name) => /^licen[cs]e/i.test(name))
			: [];
		const text = file ? readFileSync(join(path, file), 'utf8') : 'See its page in the registry.\n';
		return `${folder.replace(/^.*node_modules\//, '')}\n\n${text}`;
	});
	return texts.join('\n----\n\n');
}

const README = `# Tools for ${project.name}

The emulator of ${project.name} with its chat page and a small bot, and the check of a server. Nothing else is needed:

\`\`\`sh
npx ${NAME}
npx ${NAME} check --service https://api.safew.bot --chat -1001234567890
\`\`\`

The first one prints the address of the chat page; \`--port 9000\` and the other options of the emulator work here too.
The second one asks for the token of your bot. What it does is in the page
[compatibility](${project.homepage.replace('#readme', '/blob/main/docs/compatibility.md')}).
`;

/** The package's package.json. It has no dependencies, because everything is in one file. */
const manifest = () => ({
	name: NAME,
	version: project.version,
	description: `The emulator of ${project.name}, with a page to chat on, and a check of what a bot server does`,
	license: project.license,
	author: project.author,
	homepage: project.homepage,
	bugs: project.bugs,
	repository: project.repository,
	engines: project.engines,
	bin: { [NAME]: 'tools.js' },
});

/** Writes the tools package to a folder and packs it there. Returns the path of the archive. */
export async function packTools(folder: string): Promise<string> {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(join(folder, 'page'), { recursive: true });
	const { metafile } = await build({
		entryPoints: [join(__dirname, 'main.ts')],
		outfile: join(folder, 'tools.js'),
		absWorkingDir: ROOT,
		bundle: true,
		platform: 'node',
		target: 'node20',
		banner: { js: '#!/usr/bin/env node' },
		legalComments: 'none',
		logLevel: 'error',
		plugins: [PACKED_PAGE],
		metafile: true,
	});
	for (const name of PAGE) writeFileSync(join(folder, 'page', name), await pageFile(name));
	cpSync(join(ROOT, 'LICENSE.md'), join(folder, 'LICENSE.md'));
	writeFileSync(join(folder, 'LICENCES.txt'), licencesOf(metafile));
	writeFileSync(join(folder, 'README.md'), README);
	writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
	const { stdout } = await promisify(execFile)('npm', ['pack', '--silent'], { cwd: folder });
	return join(folder, stdout.trim());
}
