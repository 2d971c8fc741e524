import { storedExecutions } from '../../../sandbox/lib/executions';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { useOwnN8n } from '../support/n8n';
import { Gate, inOneLine, SlowWorkflow } from '../support/slowWorkflow';

const MESSAGES = 5201;
const WITHIN_MS = 300_000;

const emulator = useEmulator();
const n8n = useOwnN8n();

test(
	`${MESSAGES} messages of one person to a slow workflow hold up no other, and one failed execution names the person`,
	async () => {
		const gate = await new Gate().listen();
		const rest = async () => n8n.rest;
		const type = 'botMessagingPollingTrigger';
		const workflows = new SlowWorkflow(rest, emulator, type, gate, MESSAGES, 1);
		const ids = await workflows.publish();
		const before = await workflows.measure(await workflows.prepare());
		const prepared = await workflows.prepare();
		await workflows.flood();
		const during = await workflows.measure(prepared);
		console.log(inOneLine(`${MESSAGES} messages`, before, during));
		const executions = async () => await storedExecutions(n8n.folder, workflows.slowId);
		const failed = async () => (await executions()).filter(({ status }) => status === 'error');
		await until('an execution has failed', async () => (await failed()).length > 0, WITHIN_MS);
		const isThrough = async () => (await emulator.state()).bots[0].updates.length === 0;
		await until('the server keeps nothing', isThrough, WITHIN_MS);
		expect(await failed()).toHaveLength(1);
		for (const id of ids) await n8n.rest.unpublish(id);
		gate.close();
	},
	2 * WITHIN_MS,
);
