import { Lanes } from '../../../nodes/BotMessaging/api/lanes';

const lanes = new Lanes(10);

/** A failure that reaches whoever acts on it by way of many promises. */
async function failsFarAway(task: Promise<unknown>, act: () => void): Promise<void> {
	let heard: Promise<unknown> = task;
	for (let step = 0; step < 50; step++) heard = heard.then((value) => value);
	await heard.catch(act);
}

test('the next of a lane begins only when a failure before it has been heard', async () => {
	let isStopped = false;
	const refused = lanes.inLane('chat', async () => {
		throw new Error('refused');
	});
	const next = lanes.inLane('chat', async () => isStopped);
	await failsFarAway(refused, () => (isStopped = true));
	expect(await next).toBe(true);
});

test('a failed task does not hold up its lane', async () => {
	const refused = lanes.inLane('chat', async () => {
		throw new Error('refused');
	});
	const next = lanes.inLane('chat', async () => 'sent');
	await expect(refused).rejects.toThrow('refused');
	expect(await next).toBe('sent');
});
