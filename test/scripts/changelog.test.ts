import { notesOf, withEntries } from '../../scripts/lib/changelog';

const HEAD = '# Changelog\n\nIn the form of Keep a Changelog.\n\n';
const NOTES = '### Added\n\n- Node **Bot Messaging**.';
const OLDER = '## [1.0.0] - 2026-01-02\n\n- The first.\n';

test.each([
	['with an empty part for the next', `${HEAD}## [Unreleased]\n\n`],
	['without one', HEAD],
])('the notes of a version are its own section of the changelog, %s', (_which, head) => {
	const changelog = `${head}## [1.1.0] - 2026-03-04\n\n${NOTES}\n\n${OLDER}`;
	expect(notesOf(changelog, '1.1.0')).toBe(NOTES);
});

test.each([
	['entries that no version has', `## [Unreleased]\n\n- New.\n\n${OLDER}`, 'under [Unreleased]'],
	['a version that is not the newest', `## [1.1.0] - 2026-03-04\n\n- New.\n\n${OLDER}`, '1.0.0'],
	['a version without a date', '## [1.0.0]\n\n- The first.\n', '## [1.0.0] - '],
	['a version without entries', '## [1.0.0] - 2026-01-02\n\n', 'says nothing about 1.0.0'],
	['no version at all', '', '## [1.0.0] - '],
])('%s is not released', (_which, sections, message) => {
	expect(() => notesOf(HEAD + sections, '1.0.0')).toThrow(message);
});

test('new entries come first under the next version', () => {
	const written = `${HEAD}## [Unreleased]\n\n- Old.\n\n${OLDER}`;
	expect(withEntries(written, ['One.', 'Costs $& more.'])).toBe(
		`${HEAD}## [Unreleased]\n\n- One.\n- Costs $& more.\n- Old.\n\n${OLDER}`,
	);
	expect(() => withEntries(HEAD + OLDER, ['One.'])).toThrow('no part [Unreleased]');
});
