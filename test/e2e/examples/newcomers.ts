import {
	ensureCredential,
	ensureWorkflow,
	readExample,
	withCredential,
} from '../../../sandbox/lib/demo';
import type { Workflow } from '../../../sandbox/lib/rest';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Name } from '../support/people';
import type { Scene } from './scene';

export const { demoGroup: group } = DEFAULTS.chats;
export const { users } = DEFAULTS;

/** The token of the group's owner, who can use it to act here as in the app. */
const OLGAS = '1001:AAOlgaHerself';

/** Names of every kind: markup, characters that reverse a line, long ones, other scripts. */
export const NAMES = {
	markup: '<b>Zoe</b> *_`[x](http://x.example)',
	turned: '\u202Eeoz\u200F\u0000',
	long: 'Ngọc '.repeat(12).trim(),
	vietnamese: 'Nguyễn Thị Ánh Tuyết',
	family: '👨\u200D👩\u200D👧',
};

/** An invisible name. */
export const UNSEEN = '\u200B\u3164\u200D\u2060';

/** Helpers for the tests of these examples in the demo group. */
export function newcomersOf({ emulator, n8n, people }: Scene) {
	const callAsOlga = async (method: string, params: object): Promise<void> => {
		const response = await fetch(`${emulator.url}/bot${OLGAS}/${method}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(params),
		});
		expect(await response.json()).toMatchObject({ ok: true });
	};
	/** Imports an example, as `change` leaves it. Returns its id. */
	const store = async (
		example: string,
		change: (workflow: Workflow) => Workflow | Promise<Workflow> = (workflow) => workflow,
	) => {
		const credential = await ensureCredential(n8n.rest, emulator.url);
		const workflow = withCredential(readExample(example), credential);
		return await ensureWorkflow(n8n.rest, { ...workflow, ...(await change(workflow)) });
	};
	return {
		store,
		/** The same, and publishes it. */
		publish: async (...given: Parameters<typeof store>) => {
			const id = await store(...given);
			await n8n.rest.publish(id);
			return id;
		},
		/** After a reset, the server sends member changes only if it is asked again. */
		begin: async () => {
			await emulator.control('post', 'seed', { bots: [{ id: users.olga, token: OLGAS }] });
			await people.write('mia', 'Good morning');
			const isAsked = async () => {
				const { bots } = await emulator.state();
				const bot = bots.find(({ id }) => id === DEFAULTS.botId);
				return bot?.allowed_updates?.includes('chat_member') === true;
			};
			await until('the bot asks for changes of members', isAsked, LONG_PATIENCE_MS);
		},
		/** Olga acts on somebody by hand. */
		byHand: async (method: string, name: Name, params: object = {}) =>
			await callAsOlga(method, { chat_id: group, user_id: users[name], ...params }),
		leave: async (name: Name) => {
			await emulator.act('leave', { chat_id: group, user_id: users[name] });
		},
		rename: async (name: Name, first_name: string) => {
			const user = { id: users[name], is_bot: false, first_name };
			await emulator.control('post', 'seed', { users: [user] });
		},
	};
}
