/**
 * The changelog's text for a version, without its heading. Throws unless this version is the newest, has
 * a date and entries, and nothing is left under _Unreleased_.
 */
export function notesOf(changelog: string, version: string): string {
	const [, ...sections] = changelog.split(/^## /m);
	const [unreleased, newest] = sections[0]?.startsWith('[Unreleased]')
		? sections
		: ['', sections[0]];
	if (unreleased.split('\n').slice(1).join('').trim() !== '') {
		throw new Error('CHANGELOG.md: there are entries under [Unreleased]');
	}
	const [heading = '', ...lines] = newest?.split('\n') ?? [];
	const [, named] = /^\[([^\]]+)\] - \d{4}-\d{2}-\d{2}$/.exec(heading) ?? [];
	if (named !== version) {
		throw new Error(
			`CHANGELOG.md: the newest entries have to begin with "## [${version}] - <year>-<month>-<day>"`,
		);
	}
	const notes = lines.join('\n').trim();
	if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}`);
	return notes;
}

/** The changelog with more entries under _Unreleased_, before the others. Throws if it has no such part. */
export function withEntries(changelog: string, entries: string[]): string {
	const heading = '## [Unreleased]\n\n';
	if (!changelog.includes(heading)) throw new Error('CHANGELOG.md has no part [Unreleased]');
	return changelog.replace(
		heading,
		() => heading + entries.map((entry) => `- ${entry}\n`).join(''),
	);
}
