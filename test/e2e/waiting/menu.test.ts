import { randomUUID } from 'node:crypto';

import { credentialFor } from '../../../sandbox/lib/demo';
import { PACKAGE_NAME } from '../../../scripts/lib/paths';
import type { CredentialReference } from '../../../sandbox/lib/rest';
import { TRIGGER, triggerWorkflow, WORK, type TriggerType } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { useEmulator } from '../../support/emulator';
import { byId } from '../../support/locators';
import { LONG_PATIENCE_MS } from '../../support/patience';
import { menuOf } from '../support/menu';
import { useN8n } from '../support/n8n';
import { usePagePeople } from '../support/pagePeople';
import type { Seen } from '../support/people';
import { aMoment, useTriggers } from '../support/triggers';

const emulator = useEmulator({ webhookRetryBaseMs: 100 });
const n8n = useN8n();
const triggers = useTriggers(n8n, emulator);
const people = usePagePeople(emulator);
const { chats } = emulator.defaults;
let credential: CredentialReference;

beforeAll(async () => {
	credential = await n8n.rest.createCredential(credentialFor(emulator.url));
});

const TRIGGERS: TriggerType[] = ['botMessagingPollingTrigger', 'botMessagingTrigger'];

const SHOW = 'Show Menu';

/** A workflow that shows a menu after /menu; presses that mean something go to the other output. */
function workflowWith(type: TriggerType, price: string) {
	const parameters = {
		updates: ['message'],
		outputs: 'commands',
		outputCommands: { command: [{ command: '/menu', where: 'everywhere' }] },
		...menuOf(price),
	};
	const name = (expect.getState().currentTestName ?? 'Menu').slice(-120);
	const workflow = triggerWorkflow({ name, type, parameters, credential });
	workflow.nodes.push({
		id: randomUUID(),
		name: SHOW,
		type: `${PACKAGE_NAME}.botMessaging`,
		typeVersion: 1,
		position: [200, -100],
		parameters: {
			resource: 'message',
			operation: 'showMenu',
			chatId: byId(chats.demoGroup),
		},
		credentials: { botMessagingApi: credential },
	});
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	workflow.connections = { [TRIGGER]: { main: [to(SHOW), to(WORK)] } };
	return workflow;
}

async function theMenu(): Promise<Seen> {
	const shown = async () => {
		const messages = (await emulator.state()).messages as Seen[];
		return messages.find(({ reply_markup: markup }) => markup !== undefined);
	};
	await until(
		'the menu is in the chat',
		async () => (await shown()) !== undefined,
		LONG_PATIENCE_MS,
	);
	return (await shown())!;
}

test.each(TRIGGERS)('pages are turned by %s without an execution', async (type) => {
	const id = await n8n.rest.importWorkflow(workflowWith(type, '2 €'));
	await n8n.rest.publish(id);
	try {
		await people.write('mia', '/menu');
		const menu = await theMenu();
		const { page } = await people.page('mia');
		for (const [label, text] of [
			['Drinks', 'A tea is 2 €.'],
			['Back', 'Welcome!'],
			['Drinks', 'A tea is 2 €.'],
		]) {
			await people.press('mia', menu, label);
			await page.locator(`[data-message-id="${menu.message_id}"]`).getByText(text).waitFor();
		}
		await aMoment();
		expect(await triggers.executions(id)).toHaveLength(1);
		await people.press('mia', menu, 'Order');
		const [, pressed] = await triggers.whenEnded(id, 2);
		expect(await triggers.item(pressed.id, WORK)).toMatchObject({
			menu: { path: ['Start', 'Drinks'], label: 'Order', value: 'tea for 2 € '.repeat(20) },
			firstName: 'Mia',
			messageId: menu.message_id,
		});
		await aMoment();
		expect(await triggers.executions(id)).toHaveLength(2);
		expect(await emulator.calls('answerCallbackQuery')).toHaveLength(4);

		await n8n.rest.unpublish(id);
		const { nodes } = workflowWith(type, '3 €');
		await n8n.rest.call('PATCH', `/rest/workflows/${id}`, { nodes });
		await n8n.rest.publish(id);
		await people.press('mia', menu, 'Order');
		await people.isTold!('mia', 'This menu has changed.');
		await page
			.locator(`[data-message-id="${menu.message_id}"]`)
			.getByText('A tea is 3 €.')
			.waitFor();
		expect(await triggers.executions(id)).toHaveLength(2);
		await people.press('mia', menu, 'Order');
		const [, , again] = await triggers.whenEnded(id, 3);
		expect(await triggers.item(again.id, WORK)).toMatchObject({
			menu: { path: ['Start', 'Drinks'], value: 'tea for 3 € '.repeat(20) },
		});
	} finally {
		await n8n.rest.unpublish(id);
	}
});
