import { is, untested, whether, wordsOf, type Step } from '../probe';
import type { Session } from '../session';

const COMMANDS = 'The commands of the bot in the group';

const audience = ({ chat }: Session) => ({ scope: { type: 'chat', ...chat } });

/** The commands that the bot has for this group alone: those for others stay as they are. */
export const commands: Step = {
	does: 'Give the bot a command in this group, and take it away again',
	isSeen: true,
	methods: ['setMyCommands'],
	probes: {
		emptyCommands: async (session) => {
			const { client } = session;
			const about = audience(session);
			const before = session.must('getMyCommands', await client.call('getMyCommands', about));
			if (before.length > 0) return untested('the bot has commands for this group already');
			// A server that refuses this could not take a command away again.
			const empty = { ...about, commands: [] };
			const answer = await client.call('setMyCommands', empty);
			if (!answer.ok) return is('refused', wordsOf(session, answer));
			await session.change(
				'setMyCommands',
				COMMANDS,
				async () => await client.call('setMyCommands', empty, { isClearing: true }),
				async () =>
					await client.call('setMyCommands', {
						...about,
						commands: [{ command: 'check', description: 'Check' }],
					}),
			);
			session.must('setMyCommands', await client.call('setMyCommands', empty));
			const after = session.must('getMyCommands', await client.call('getMyCommands', about));
			if (after.length > 0) return is('no effect');
			session.forget(COMMANDS);
			return is('removes');
		},
	},
};

const WEBHOOK = 'The webhook of the bot';

/** Leads to the server itself, which has nothing there: no message of anybody gets elsewhere. */
const nowhere = ({ place }: Session) => `${place.service}/check-that-leads-nowhere`;

export const webhook: Step = {
	does: 'Set a webhook that leads nowhere, and remove it; a program that polls for this bot sees an error meanwhile',
	isSeen: true,
	methods: ['setWebhook', 'deleteWebhook'],
	hindrance: ({ place }) => place.webhookHindrance,
	begin: async (session) => {
		const { client } = session;
		await session.change(
			'setWebhook',
			WEBHOOK,
			async () => await client.call('deleteWebhook', {}, { isClearing: true }),
			async () => await client.call('setWebhook', { url: nowhere(session) }),
		);
	},
	probes: {
		webhookDrop: async (session) => {
			const wish = { url: nowhere(session), drop_pending_updates: false };
			const answer = await session.client.call('setWebhook', wish);
			return whether(session, answer, 'accepted', 'refused');
		},
		emptyUrl: async (session) => {
			const { client } = session;
			const answer = await client.call('setWebhook', { url: '' });
			if (!answer.ok) return is('refused', wordsOf(session, answer));
			const info = session.must('getWebhookInfo', await client.call('getWebhookInfo'));
			return is(info.url === '' ? 'removes' : 'no effect');
		},
	},
	end: async (session) => await session.undo(WEBHOOK),
};
