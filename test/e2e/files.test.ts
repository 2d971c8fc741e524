import type { IWorkflowSettings } from 'n8n-workflow';

import { credentialFor } from '../../sandbox/lib/demo';
import type { CredentialReference } from '../../sandbox/lib/rest';
import { useEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import { botMessaging, execute, fileSteps, itemStep, type Step } from './support/execute';
import { useN8n } from './support/n8n';

const emulator = useEmulator();
const n8n = useN8n();
let credential: CredentialReference;

beforeAll(async () => {
	credential = await n8n.rest.createCredential(credentialFor(emulator.url));
});

const FILE = { field: 'report', name: 'report.txt', type: 'text/plain', content: 'All is well' };

/** A step that drops the items' files. */
const withoutFile: Step = { ...itemStep({ done: true }), name: 'Without File' };

const send = (binaryPropertyName: string) =>
	botMessaging({
		resource: 'message',
		operation: 'sendDocument',
		chatId: byId('-1001'),
		source: 'binary',
		binaryPropertyName,
	});

const run = async (steps: Step[], settings?: IWorkflowSettings) =>
	await execute(n8n.rest, credential, steps, settings);

const uploads = async () => (await emulator.calls('sendDocument')).map(({ files }) => files);

const UPLOADED = [{ document: { filename: 'report.txt', mime_type: 'text/plain', size: 11 } }];

test.each<[mode: 'separate' | 'combined', file: string]>([
	['separate', '={{ $("File").item.binary.report }}'],
	['combined', '={{ $("File").item._files.report }}'],
])('a file from two nodes back is sent in the binary mode %s', async (binaryMode, file) => {
	const steps = [...fileSteps(FILE), withoutFile, send(file)];
	const { status, error } = await run(steps, { binaryMode });
	expect([status, error?.message]).toEqual(['success', undefined]);
	expect(await uploads()).toEqual(UPLOADED);
});

test('a file of the item is sent by its name in the binary mode combined', async () => {
	const steps = [...fileSteps(FILE), send('report')];
	const { status, error } = await run(steps, { binaryMode: 'combined' });
	expect([status, error?.message]).toEqual(['success', undefined]);
	expect(await uploads()).toEqual(UPLOADED);
});

test('an object from outside does not open a file of another execution', async () => {
	const { saved } = await run([...fileSteps(FILE), send('report')]);
	const [id] = /filesystem-v2:workflows[^"]+/.exec(saved)!;
	const forged = { ...itemStep({ file: { id, mimeType: 'text/plain', data: '' } }) };
	const { status, error } = await run([forged, send('={{ $json.file }}')]);
	expect(status).toBe('error');
	expect(error?.message).toContain('this file is not one of this execution');
	expect(await uploads()).toEqual(UPLOADED);
});
