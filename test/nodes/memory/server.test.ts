import { CachedAnswers } from '../../../nodes/BotMessaging/memory/server';

test('an error is for those who wait for the answer, and is not kept', async () => {
	const answers = new CachedAnswers<string>(Infinity, { most: 1 });
	const asked: string[] = [];
	const ask = (name: string, answer: () => string) =>
		answers.get('key', async () => {
			asked.push(name);
			return answer();
		});
	const fail = () => {
		throw new Error('broken');
	};
	const [first, second] = await Promise.allSettled([ask('first', fail), ask('second', fail)]);
	expect([first, second]).toMatchObject([
		{ reason: { message: 'broken' } },
		{ reason: { message: 'broken' } },
	]);
	expect(await ask('third', () => 'well')).toBe('well');
	expect(asked).toEqual(['first', 'third']);
});
