import {
	ensureCredential,
	ensureWorkflow,
	readExample,
	withCredential,
} from '../../../scripts/lib/demo';
import type { Workflow } from '../../../scripts/lib/rest';
import { until } from '../../../scripts/lib/until';
import { DEFAULTS } from '../../support/emulator';
import { LONG_PATIENCE_MS } from '../../support/patience';
import type { Name } from '../support/people';
import type { Scene } from './scene';

export const { demoGroup: group } = DEFAULTS.chats;
export const { users } = DEFAULTS;

/** The token of the owner of the group, who can act by the API here as she would in the app. */
const OLGAS = '1001:AAOlgaHerself';

/** What people with names of every kind are called: markup, signs that turn a line, long, of other scripts. */
export const NAMES = {
	markup: '<b>Zoe</b> *_`[x](http://x.example)',
	turned: '\u202Eeoz\u200F\u0000',
	long: 'Ngọc '.repeat(12).trim(),
	vietnamese: 'Nguyễn Thị Ánh Tuyết',
	family: '👨\u200D👩\u200D👧',
};

/** A name of which nothing can be seen. */
export const UNSEEN = '\u200B\u3164\u200D\u2060';

/** What the tests of these examples do in the demo group besides what every test of an example does. */
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
		/** After a reset the server sends changes of members only when it is asked for them again. */
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
		/** Olga does something to somebody by hand. */
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
