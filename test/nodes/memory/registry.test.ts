import { registry } from '../../../nodes/BotMessaging/memory/registry';

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
