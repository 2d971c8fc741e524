import { randomUUID } from 'node:crypto';

import { credentialFor, withCredential } from '../../../sandbox/lib/demo';
import { PACKAGE_NAME } from '../../../scripts/lib/paths';
import type { N8nRest } from '../../../sandbox/lib/rest';
import { TRIGGER, triggerWorkflow, WORK, type TriggerType } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS, type TestEmulator } from '../../support/emulator';
import { byId } from '../../support/locators';

const { chats, users } = DEFAULTS;

const ITEMS = 30;
const SEND = 'Send';
/** The trigger asks again after a minute. */
const WITHIN_MS = 120_000;
const LONG = { kind: 'error', status: 429, parameters: { retry_after: 1_000_000_000 } };

/** A workflow that answers each message with 30 messages, and a server that asks to wait for years. */
export class ServerWord {
	private id = '';

	/** A separate group, because the bot remembers refusals. */
	private readonly group: number;

	constructor(
		private readonly rest: N8nRest,
		private readonly emulator: TestEmulator,
		private readonly type: TriggerType,
		/** Number of n8n processes: each learns by itself what the server refuses. */
		private readonly processes = 1,
	) {
		this.group = type === 'botMessagingTrigger' ? chats.demoGroup : chats.moderators;
	}

	/** Prints how long things take before the server asks to wait, and meanwhile. */
	async run(): Promise<void> {
		await this.publish();
		const before = [await this.answer(), await this.elsewhere()];
		const asked = await this.requests();
		await this.emulator.fault({ ...LONG, method: 'sendMessage', times: 1000 });
		const during = [await this.answer(), await this.answer()];
		const refused = (await this.requests()) - asked;
		expect(refused).toBeGreaterThan(0);
		expect(refused).toBeLessThanOrEqual(this.processes);
		console.log(
			`${this.type}: the workflow has ended ${before.join(' and ')} s after a message before, ${during.join(' and ')} s after it while the server asks to wait for 30 years.`,
		);
		if (this.type === 'botMessagingPollingTrigger') await this.poll();
		await this.emulator.control('delete', 'faults');
		await this.rest.unpublish(this.id);
	}

	/** The server answers a poll in this way, and then a message arrives. */
	private async poll(): Promise<void> {
		// A poll that confirms the last message may already be the refused one.
		const failed = await this.count('error');
		await this.emulator.fault({ ...LONG, method: 'getUpdates', times: 1 });
		// The poll that is held brings the first message, unless it was replaced meanwhile.
		const first = await this.elsewhere();
		const isTold = async () => (await this.count('error')) > failed;
		await until('the user is told', isTold, WITHIN_MS);
		const next = await this.elsewhere();
		console.log(`A poll is refused: the next messages start after ${first} and ${next} s.`);
	}

	private async publish(): Promise<void> {
		const credential = await this.rest.createCredential(credentialFor(this.emulator.url));
		const jsCode = `return Array.from({ length: $json.chatId === ${this.group} ? ${ITEMS} : 0 }, () => ({ json: {} }))`;
		const workflow = triggerWorkflow({
			name: `Asks ${this.type}`,
			type: this.type,
			parameters: { updates: ['message'] },
			credential,
			jsCode,
		});
		workflow.nodes.push({
			id: randomUUID(),
			name: SEND,
			type: `${PACKAGE_NAME}.botMessaging`,
			typeVersion: 1,
			position: [400, 0],
			onError: 'continueRegularOutput',
			parameters: {
				resource: 'message',
				operation: 'sendMessage',
				chatId: byId(this.group),
				text: `={{ $('${TRIGGER}').first().json.text }}`,
			},
		});
		workflow.connections[WORK] = { main: [[{ node: SEND, type: 'main', index: 0 }]] };
		this.id = await this.rest.importWorkflow(withCredential(workflow, credential));
		await this.rest.publish(this.id);
	}

	private async write(chat_id: number): Promise<void> {
		const user_id = chat_id === chats.privateMia ? users.mia : users.olga;
		await this.emulator.act('message', { user_id, chat_id, text: 'Hello' });
	}

	private async requests(): Promise<number> {
		return (await this.emulator.calls('sendMessage')).length;
	}

	private async count(status: string): Promise<number> {
		const filter = JSON.stringify({ workflowId: this.id, status: [status] });
		const query = new URLSearchParams({ filter, limit: '1' });
		const path = `/rest/executions?${query.toString()}`;
		return (await this.rest.call<{ count: number }>('GET', path)).count;
	}

	/** Seconds from a message in a chat to the end of its execution. */
	private async secondsIn(chat: number): Promise<string> {
		const before = await this.count('success');
		const begun = performance.now();
		await this.write(chat);
		const hasEnded = async () => (await this.count('success')) > before;
		await until('the workflow has ended', hasEnded, WITHIN_MS, { pauseMs: 25 });
		return ((performance.now() - begun) / 1000).toFixed(1);
	}

	private readonly answer = async () => await this.secondsIn(this.group);
	private readonly elsewhere = async () => await this.secondsIn(chats.privateMia);
}
