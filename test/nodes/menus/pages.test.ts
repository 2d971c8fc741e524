import { type Page, Pages } from '../../../nodes/BotMessaging/menus/pages';

test.each([1, 300, 1000])('each of %d pages of a menu is found by its own number', (count) => {
	const names = Array.from({ length: count }, (_none, index) => `Page ${index}`);
	const list = names.map((name): Page => ({ name, text: name, rows: [] }));
	const pages = new Pages(list as [Page], undefined);
	expect(list.map((page) => pages.withId(pages.idOf(page))?.name)).toEqual(names);
});
