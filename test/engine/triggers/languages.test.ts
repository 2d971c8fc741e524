import { brought } from '../../support/brought';

const CODES = ['en', 'pt-BR', 'ptx', 'de', undefined];

const updates = CODES.map((language_code, index) => ({
	message: {
		message_id: index + 1,
		date: 1_700_000_000,
		chat: { id: -1, type: 'group' },
		from: { id: 7 + index, first_name: 'Ada', ...(language_code && { language_code }) },
		text: 'Hello',
	},
}));

test('the item has the language of the person, if the server says it', async () => {
	const items = await brought(updates);
	expect(items.map(({ json }) => json.languageCode).sort()).toEqual([...CODES].sort());
});

test('a filter lets people of some languages through, in all their variants', async () => {
	const items = await brought(updates, { filters: { languages: 'PT, en' } });
	expect(items.map(({ json }) => json.languageCode).sort()).toEqual(['en', 'pt-BR']);
});
