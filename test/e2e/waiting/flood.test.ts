import { linkPackage } from '../../../sandbox/lib/n8n';
import { useEmulator } from '../../support/emulator';
import { useOwnN8n } from '../support/n8n';
import { PressFlood } from '../support/pressFlood';

const emulator = useEmulator();

describe('members who press many times delay only themselves', () => {
	const n8n = useOwnN8n();

	test('if they are polled', async () => {
		await new PressFlood(n8n.rest, emulator).run('botMessagingPollingTrigger');
	});

	test('if they are many, at many questions, and polled', async () => {
		const crowd = { people: 40, presses: 2000, questions: 20 };
		await new PressFlood(n8n.rest, emulator).runMany(
			'botMessagingPollingTrigger',
			crowd,
			n8n.cpuMs,
		);
	});
});

describe('members who press many times delay only themselves, with the settings from the page about triggers', () => {
	const n8n = useOwnN8n(linkPackage, { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' });

	test('if they are pushed', async () => {
		await new PressFlood(n8n.rest, emulator).run('botMessagingTrigger');
	});

	test('if they are many, at many questions, and pushed', async () => {
		const crowd = { people: 20, presses: 800, questions: 8 };
		await new PressFlood(n8n.rest, emulator).runMany('botMessagingTrigger', crowd, n8n.cpuMs);
	});
});
