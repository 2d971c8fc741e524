import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { credentialFor } from '../../../sandbox/lib/demo';
import { PACKAGE_NAME } from '../../../scripts/lib/paths';
import { LOOPBACK } from '../../../scripts/lib/ports';
import type { N8nRest, Workflow } from '../../../sandbox/lib/rest';
import { TRIGGER, triggerWorkflow, type TriggerType } from '../../../sandbox/lib/triggers';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS, type TestEmulator } from '../../support/emulator';
import { byId } from '../../support/locators';
import type { Seen } from './people';
import { Questions } from './questions';

const { botId, chats, users } = DEFAULTS;

const FIRST_PERSON = 800_000;
const PEOPLE = 130;
export const MESSAGES = 1000;
const WRITERS = 10;
/** The trigger's default. */
const PARALLEL = 5;
const WITHIN_MS = 300_000;

const WORK = 'Request';

/** A server for workflows that answers only when a test allows it, and records its callers. */
export class Gate {
	readonly asked: string[] = [];
	private readonly waiting: ServerResponse[] = [];
	private isOpen = false;
	private readonly server = createServer((request, response) => {
		this.asked.push(request.url ?? '');
		if (this.isOpen || !request.url?.startsWith('/slow')) response.end('{}');
		else this.waiting.push(response);
	});

	async listen(): Promise<this> {
		await new Promise<void>((resolve) => this.server.listen(0, LOOPBACK, resolve));
		return this;
	}

	get url(): string {
		return `http://${LOOPBACK}:${(this.server.address() as AddressInfo).port}`;
	}

	/** Answers everything at once from now on. */
	open(): void {
		this.isOpen = true;
		for (const response of this.waiting.splice(0)) response.end('{}');
	}

	close(): void {
		this.open();
		this.server.closeAllConnections();
		this.server.close();
	}
}

const menu: IDataObject = {
	menu: 'json',
	menuJson: JSON.stringify([
		{ name: 'Start', text: 'Welcome!', rows: [[{ label: 'Drinks', page: 'Drinks' }]] },
		{ name: 'Drinks', text: 'Tea', rows: [[{ label: 'Back', back: true }]] },
	]),
};

/** Durations in seconds. */
export interface Times {
	rule: number;
	approve: number;
	menu: number;
	command: number;
}

/** Two workflows of one bot in a real n8n: one whose executions last, and one with a rule and a menu. */
export class SlowWorkflow {
	slowId = '';
	private current?: N8nRest;
	private readonly questions: Questions;

	constructor(
		private readonly rest: () => Promise<N8nRest>,
		private readonly emulator: TestEmulator,
		private readonly type: TriggerType,
		private readonly gate: Gate,
		private readonly messages = MESSAGES,
		private readonly people = PEOPLE,
	) {
		this.questions = new Questions(() => this.current!, emulator);
	}

	private workflow(name: string, parameters: IDataObject, path: string): Workflow {
		const workflow = triggerWorkflow({
			name: `${name} ${this.type}`,
			type: this.type,
			parameters,
			credential: { id: '', name: '' },
		});
		// Not an expression, with which n8n would keep some 9 MB for each running execution.
		const url = `${this.gate.url}/${path}`;
		Object.assign(workflow.nodes[1], {
			name: WORK,
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: { url, options: { timeout: 3_600_000 } },
		});
		workflow.connections = { [TRIGGER]: { main: [[{ node: WORK, type: 'main', index: 0 }]] } };
		return workflow;
	}

	/** Publishes both, and creates people who write to the bot. */
	async publish(): Promise<string[]> {
		this.current = await this.rest();
		const credential = await this.current.createCredential(credentialFor(this.emulator.url));
		const own = { filters: { chatTypes: ['private'] }, updates: ['message'] };
		const slow = this.workflow('Slow', own, 'slow');
		const group = {
			updates: ['message'],
			filters: { chatTypes: ['group', 'supergroup'].slice(0, 1) },
			outputs: 'commands',
			outputCommands: { command: [{ command: '/menu', where: 'everywhere' }] },
			...menu,
		};
		const other = this.workflow('Other', group, 'rule');
		other.nodes.push({
			id: randomUUID(),
			name: 'Show Menu',
			type: `${PACKAGE_NAME}.botMessaging`,
			typeVersion: 1,
			position: [200, 200],
			parameters: {
				resource: 'message',
				operation: 'showMenu',
				chatId: byId(chats.demoGroup),
			},
		});
		const to = (node: string) => [{ node, type: 'main', index: 0 }];
		other.connections = { [TRIGGER]: { main: [to('Show Menu'), to(WORK)] } };
		const ids: string[] = [];
		for (const workflow of [slow, other]) {
			const nodes = workflow.nodes.map((node) =>
				node.type.startsWith(PACKAGE_NAME)
					? { ...node, credentials: { botMessagingApi: credential } }
					: node,
			);
			const id = await this.current.importWorkflow({ ...workflow, nodes });
			await this.current.publish(id);
			ids.push(id);
		}
		this.slowId = ids[0]!;
		const people = Array.from({ length: PEOPLE }, (_none, index) => FIRST_PERSON + index);
		await this.emulator.control('post', 'seed', {
			users: people.map((id) => ({ id, is_bot: false, first_name: `Person ${id}` })),
			chats: people.map((id) => ({ id, type: 'private', first_name: `Person ${id}` })),
			members: people.flatMap((id) =>
				[id, botId].map((user_id) => ({ chat_id: id, user_id, status: 'member' })),
			),
		});
		return ids;
	}

	/** The people write to the bot, in turn. */
	async flood(): Promise<void> {
		let next = 0;
		const writer = async () => {
			while (next < this.messages) {
				const id = FIRST_PERSON + (next++ % this.people);
				await this.emulator.act('message', { user_id: id, chat_id: id, text: 'Hello' });
			}
		};
		await Promise.all(Array.from({ length: WRITERS }, writer));
		// A server pushes messages in their order, and n8n starts an execution for each.
		const count =
			this.type === 'botMessagingTrigger' ? this.messages : Math.min(PARALLEL, this.people);
		const isHeldUp = async () => this.asked('/slow') >= count;
		await until(`the slow workflow has ${count} executions`, isHeldUp, WITHIN_MS);
	}

	private asked(path: string): number {
		return this.gate.asked.filter((one) => one.startsWith(path)).length;
	}

	private async timeOf(
		what: string,
		begin: () => Promise<unknown>,
		isDone: () => Promise<boolean>,
	) {
		const begun = performance.now();
		await begin();
		await until(what, isDone, WITHIN_MS, { pauseMs: 10 });
		return Math.round(performance.now() - begun) / 1000;
	}

	private async write(text: string) {
		return await this.emulator.act('message', {
			user_id: users.mia,
			chat_id: chats.demoGroup,
			text,
		});
	}

	private async menus(): Promise<Seen[]> {
		const open = await this.questions.open();
		return open.filter(({ text }) => text === 'Welcome!' || text === 'Tea');
	}

	/** Asks a question for a later Approve, and shows a menu. */
	async prepare() {
		this.current = await this.rest();
		const { execution, question } = await this.questions.ask();
		await this.questions.waits(execution);
		await this.write('/menu');
		await until('the menu is shown', async () => (await this.menus()).length > 0, WITHIN_MS);
		return { execution, question, menu: (await this.menus()).at(-1)! };
	}

	/** How long a rule, an Approve, a page of a menu and a command take. */
	async measure({
		execution,
		question,
		menu: shown,
	}: Awaited<ReturnType<SlowWorkflow['prepare']>>) {
		const rules = () => this.asked('/rule');
		const before = rules();
		const count = (await this.menus()).length;
		const { data } = { data: shown.reply_markup!.inline_keyboard[0][0].callback_data };
		const press = { user_id: users.mia, ...shown, callback_data: data };
		return {
			rule: await this.timeOf(
				'the rule has started its workflow',
				async () => await this.write('a link'),
				async () => rules() > before,
			),
			approve: await this.timeOf(
				'the answer is taken',
				async () => await this.questions.press('mia', question, 'Approve'),
				async () => !['waiting'].includes(await this.questions.status(execution)),
			),
			menu: await this.timeOf(
				'the page is turned',
				async () => await this.emulator.act('press', pressOf(press)),
				async () => (await this.questions.now(shown)).text === 'Tea',
			),
			command: await this.timeOf(
				'the command is carried out',
				async () => await this.write('/menu'),
				async () => (await this.menus()).length > count,
			),
		} satisfies Times;
	}
}

const pressOf = ({
	user_id,
	chat_id,
	message_id,
	callback_data,
}: {
	user_id: number;
	chat_id: number;
	message_id: number;
	callback_data: string;
}) => ({ user_id, chat_id, message_id, callback_data });

/** A line with each duration before and during. */
export const inOneLine = (what: string, before: Times, during: Times): string =>
	`${what}: ${Object.entries(before)
		.map(
			([name, seconds]) => `${name} ${seconds} s before, ${during[name as keyof Times]} s during`,
		)
		.join('; ')}`;
