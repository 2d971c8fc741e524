import { looksLikePage, namesPage } from '../../../nodes/BotMessaging/api/fileType';

test.each<[type: string, begins: string | undefined, is: boolean]>([
	['text/html', undefined, true],
	['Application/XHTML+xml', 'x', true],
	['image/png', undefined, false],
	['image/png', '<!DOCTYPE html>', true],
	['image/png', '\ufeff \n<HTML lang="en">', true],
	['text/xml', '<?xml version="1.0"?><!-- a\nb --><html>', true],
	['text/xml', '<htmlx>', false],
	['text/plain', 'a <html>', false],
	['text/plain', '<!doctype svg>', false],
	['text/plain', `${' '.repeat(4092)}<html>`, false],
	['text/plain', `${' '.repeat(4091)}<html>`, true],
])('a body of type %s that begins with %j counts as a page: %s', (type, begins, is) => {
	expect(looksLikePage(type, begins === undefined ? [] : [Buffer.from(begins)])).toBe(is);
});

test.each([
	['a.html', true],
	['a.HTM', true],
	['a.xhtml', true],
	['a.html.pdf', false],
	['html', false],
])('%s counts as the name of a page: %s', (name, is) => {
	expect(namesPage(name)).toBe(is);
});
