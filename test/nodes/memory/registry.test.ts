import { botIdOf, registry } from '../../../nodes/BotMessaging/memory/registry';

const SECOND = 1000;

let now = 0;

// The registry is one for all tests: each begins long after the one before it.
beforeEach(() => {
	now += 1000 * SECOND;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

test('n8n is starting until no trigger has started for five seconds', () => {
	registry.noteStart();
	now += 4 * SECOND;
	registry.noteStart();
	now += 5 * SECOND - 1;
	expect(registry.isStarting).toBe(true);
	now++;
	expect(registry.isStarting).toBe(false);
});

test('a start that never ends counts as over after two minutes', () => {
	registry.noteStart();
	for (let seconds = 4; seconds < 120; seconds += 4) {
		now += 4 * SECOND;
		registry.noteStart();
		expect(registry.isStarting).toBe(true);
	}
	for (let tries = 0; tries < 3; tries++) {
		now += 4 * SECOND;
		registry.noteStart();
		expect(registry.isStarting).toBe(false);
	}
});

test.each([
	[
		{ service: 'safew' },
		{ service: 'safewBot' },
		{ baseUrl: 'https://api.safew.org' },
		{ baseUrl: ' HTTPS://API.safew.bot:443// ' },
	],
	[
		{ baseUrl: 'http://127.0.0.1:8081' },
		{ baseUrl: 'http://localhost:8081/' },
		{ baseUrl: 'http://[::1]:8081' },
	],
])('a bot is the same one by each name of its server', (...ways) => {
	const ids = ways.map((way) => botIdOf({ service: 'other', botToken: '1:secret', ...way }));
	expect(new Set(ids).size).toBe(1);
	expect(ids).not.toContain(
		botIdOf({ service: 'other', baseUrl: 'http://a.example', botToken: '1:secret' }),
	);
});
