import { Gate, inOneLine, SlowWorkflow } from '../e2e/support/slowWorkflow';
import { POLLING, useQueueMode, WEBHOOK } from './queue';

let gate: Gate;
beforeEach(async () => (gate = await new Gate().listen()));
afterEach(() => gate.close());

describe.each([
	{ type: POLLING, concurrency: 5, messages: 1000 },
	// n8n's workers handle pushes in order, so each of the slow ones needs its own slot.
	{ type: WEBHOOK, concurrency: 200, messages: 300 },
] as const)('a slow workflow that starts with $type', ({ type, concurrency, messages }) => {
	const queue = useQueueMode(concurrency);

	test('delays no other workflow, question, menu or command', async () => {
		const rest = async () => await queue.mode.rest();
		const workflows = new SlowWorkflow(rest, queue.emulator, type, gate, messages);
		const ids = await workflows.publish();
		const before = await workflows.measure(await workflows.prepare());
		const prepared = await workflows.prepare();
		await workflows.flood();
		const during = await workflows.measure(prepared);
		console.log(inOneLine(`${type} in queue mode`, before, during));
		gate.open();
		for (const id of ids) await (await rest()).unpublish(id);
	});
});
