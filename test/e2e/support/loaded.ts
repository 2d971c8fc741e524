import { n8n as listed } from '../../../package.json';
import { credentialFor } from '../../../sandbox/lib/demo';
import { PACKAGE_NAME } from '../../../scripts/lib/paths';
import type { TestEmulator } from '../../support/emulator';
import { botMessaging, execute } from './execute';
import type { Reached } from './n8n';

/** n8n offers every node that the package lists, under its real name. */
export async function expectEveryNode({ rest }: Reached): Promise<void> {
	const files = listed.nodes.map((file) => /(\w+)\.node\.js$/.exec(file)![1]);
	const expected = files.map((name) => `${PACKAGE_NAME}.${name.replace(/^B/, 'b')}`);
	const names = (await rest.nodeTypes()).map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(expected));
}

/** A workflow with the package's node reaches the server. */
export async function expectToRun({ rest }: Reached, emulator: TestEmulator): Promise<void> {
	const credential = await rest.createCredential(credentialFor(emulator.url));
	const getMe = botMessaging({ resource: 'bot', operation: 'getMe' });
	const { items } = await execute(rest, credential, [getMe]);
	expect(items).toMatchObject([{ username: 'demo_bot' }]);
}
