import { useEmulator } from '../../support/emulator';
import { useN8n } from '../support/n8n';
import { ServerWord } from '../support/serverWord';

const emulator = useEmulator();
const n8n = useN8n();

test.each(['botMessagingTrigger', 'botMessagingPollingTrigger'] as const)(
	'a server that asks to wait for 30 years stops neither %s nor an execution',
	async (type) => await new ServerWord(n8n.rest, emulator, type).run(),
);
