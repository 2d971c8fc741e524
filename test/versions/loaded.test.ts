import { expectEveryNode, expectToRun } from '../e2e/support/loaded';
import { useN8n } from '../e2e/support/n8n';
import { useEmulator } from '../support/emulator';

const emulator = useEmulator();
const n8n = useN8n();

describe('the package in an n8n', () => {
	test('is loaded with every node that it lists', async () => {
		await expectEveryNode(n8n);
	});

	test('runs', async () => {
		await expectToRun(n8n, emulator);
	});
});
