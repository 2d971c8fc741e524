import { makeChats, measureArrivals } from '../../../bench/arrivals';
import { credentialFor } from '../../../sandbox/lib/demo';
import { useEmulator } from '../../support/emulator';
import { useOwnN8n } from '../support/n8n';

/** `npm run tool -- updates` does the same with a thousand. */
const COUNT = 200;

const emulator = useEmulator();
const n8n = useOwnN8n();

const asManyExecutions = {
	updates: COUNT,
	executions: COUNT,
	statuses: { success: COUNT },
	duplicates: 0,
	missing: 0,
};

describe(`${COUNT} updates in ten chats start ${COUNT} executions`, () => {
	beforeEach(async () => await makeChats(emulator.url));

	const setting = async () => ({
		rest: n8n.rest,
		folder: n8n.folder,
		emulatorUrl: emulator.url,
		credential: await n8n.rest.createCredential(credentialFor(emulator.url)),
	});

	test('if they are pushed', async () => {
		const arrivals = await measureArrivals(await setting(), 'botMessagingTrigger', COUNT);
		expect(arrivals).toMatchObject(asManyExecutions);
	});

	test('if they are polled, each chat in its order', async () => {
		const arrivals = await measureArrivals(await setting(), 'botMessagingPollingTrigger', COUNT);
		expect(arrivals).toMatchObject({ ...asManyExecutions, outOfOrder: 0 });
	});
});
