import { meaningOfPage } from '../../../nodes/BotMessaging/engine/hints';

test.each<[status: number | undefined, about: RegExp]>([
	[301, /Check Base URL and Token Path/],
	[400, /Check Base URL and Token Path/],
	[401, /Check Base URL and Bot Token.* proxy/],
	[403, /Check Base URL and Bot Token.* proxy/],
	[404, /check Base URL, Token Path and Bot Token/],
	[407, /The proxy .* asks for a login/],
	[413, /smaller/],
	[500, /later/],
	[502, /later/],
	[200, /Check Base URL and Token Path/],
	[undefined, /Check the chat before you run the node again/],
])('a page of %s instead of an answer has a hint', (status, about) => {
	expect(meaningOfPage(status).hint).toMatch(about);
});
