import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { useEmulator } from '../support/emulator';
import { LittleN8n, type Asked } from '../support/littleN8n';
import { stepsOf, type Step } from '../support/model';

const emulator = useEmulator();
const { demoGroup } = emulator.defaults.chats;
const { noah, olga, milan } = emulator.defaults.users;

type What = 'ban' | 'mute' | 'undo' | 'two undo at once' | 'answer' | 'comes back';

/** Each command as the trigger gives it: its output, and what else was written. */
const ACTS = [
	{ command: '/ban', output: 0, given: {} },
	{ command: '/tban', output: 1, given: { duration: '2d', seconds: 172_800 } },
	{ command: '/mute', output: 2, given: { duration: '2h', seconds: 7200 } },
	{ command: '/mute', output: 2, given: {} },
];

const RIGHTS = ['messages', 'media_messages', 'polls', 'other_messages'];
const BEGINNINGS: Record<string, object> = {
	'a member': {},
	'text only, for good': {
		permissions: { can_send_messages: true },
		status: 'restricted',
	},
	'no polls, for a day': {
		permissions: { can_send_messages: true, can_send_media_messages: true },
		status: 'restricted',
		until_date: Math.round(Date.now() / 1000) + 86_400,
	},
};

async function heldNow(): Promise<object> {
	const params = { chat_id: demoGroup, user_id: noah };
	const { body } = await emulator.api('getChatMember', params);
	const { status, until_date: until, ...more } = body.result as IDataObject;
	if (status === 'left' || status === 'member') return { status: 'free' };
	return { status, until, rights: RIGHTS.filter((right) => more[`can_send_${right}`] === true) };
}

async function play(steps: Array<Step<What>>, beginning: object, acts: typeof ACTS): Promise<void> {
	await emulator.control('post', 'seed', {
		members: [{ chat_id: demoGroup, user_id: noah, status: 'member', ...beginning }],
	});
	const credential = { baseUrl: emulator.url, botToken: emulator.token };
	const n8n = new LittleN8n(credential, ['moderator-log', 'moderator-commands']);
	const begun = await heldNow();
	const open = new Set<Asked>();
	let seen = 0;
	const settle = async () => {
		await n8n.settled();
		for (const one of n8n.asked.slice(seen)) open.add(one);
		seen = n8n.asked.length;
	};
	const answer = (which: number) => {
		const asked = [...open][which % open.size];
		if (!asked) return;
		open.delete(asked);
		asked.answer(true);
	};
	const hello = { user_id: noah, chat_id: demoGroup, text: 'Hello' };
	const { message } = await emulator.act('message', hello);
	for (const { what, which } of steps) {
		if (what === 'comes back') {
			await emulator.act('join', { user_id: noah, chat_id: demoGroup }).catch(() => undefined);
		} else if (what === 'undo' || what === 'answer') answer(which);
		else if (what === 'two undo at once') [which, which + 1].forEach(answer);
		else {
			const { command, output, given } = acts[which % acts.length];
			void n8n.start(
				'moderator-commands',
				'When a Moderator Writes',
				{
					...{ command, chatId: demoGroup, messageId: message.message_id, firstName: 'Moderator' },
					userId: which % 2 ? olga : milan,
					given: { ...given, user: { id: noah, firstName: 'Noah' } },
					update: { message: { chat: { title: 'Demo' } } },
				},
				output,
			);
		}
		await settle();
	}
	for (let which = 7; open.size > 0; which += 3) {
		answer(which);
		await settle();
	}
	expect(n8n.failed).toEqual([]);
	expect(await heldNow()).toEqual(begun);
}

const EVENTS: What[] = ['ban', 'mute', 'undo', 'two undo at once', 'answer', 'comes back'];

test.each(Object.entries(BEGINNINGS))(
	'ten acts and their undos in any order end where they began: %s',
	async (_name, beginning) => {
		// A server does not restrict again whom a ban made leave.
		const acts = 'status' in beginning ? ACTS.slice(2) : ACTS;
		const steps = fc.array(stepsOf<What>(...EVENTS), { minLength: 10, maxLength: 20, size: 'max' });
		const property = fc.asyncProperty(steps, async (all) => await play(all, beginning, acts));
		await fc.assert(property, {
			seed: 1,
			numRuns: 3 * Number(process.env.MODELS_ROUNDS ?? 1),
			endOnFailure: true,
		});
	},
);
