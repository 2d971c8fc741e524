import { isDeepStrictEqual } from 'node:util';

import { is, untested, whether, wordsOf, type Step } from '../probe';
import type { Session } from '../session';

const COMMANDS = 'The commands of the bot in the group';
const ELSEWHERE = 'The commands of the bot in all chats';

const SAME =
	'getMyCommands shows the same commands for this group as for all chats: the server may ignore scope';

/** Two, to see whether their order is kept. */
const OWN = ['check', 'again'].map((command) => ({ command, description: 'Check' }));

const audience = ({ chat }: Session) => ({ scope: { type: 'chat', ...chat } });

async function commandsNow(
	session: Session,
	isClearing = false,
	about: object = audience(session),
) {
	const { client, must } = session;
	return must('getMyCommands', await client.call('getMyCommands', about, { isClearing }));
}

/** A server may ignore for whom a list is, and so change the list for all chats. */
async function keepOthers(session: Session): Promise<void> {
	const { client, must } = session;
	const before = await client.call('getMyCommands');
	const commands = must('getMyCommands', before);
	await session.change(
		'getMyCommands',
		ELSEWHERE,
		{
			ask: async () => await client.call('setMyCommands', { commands }, { isClearing: true }),
			isBack: async () => isDeepStrictEqual(await commandsNow(session, true, {}), commands),
			advice:
				'Perhaps the commands of the bot in all chats are others. Look at them, and call setMyCommands with the old ones',
		},
		async () => before,
	);
}

/** The bot's commands for this group only, so that other commands stay as they are. */
export const commands: Step = {
	does: 'Give the bot two commands in this group, and take them away again',
	isSeen: true,
	requests: 8,
	methods: ['setMyCommands'],
	probes: {
		emptyCommands: async (session) => {
			const { client } = session;
			await session.undo(COMMANDS);
			await session.undo(ELSEWHERE);
			const own = await commandsNow(session);
			if (own.length > 0) {
				const isForAll = isDeepStrictEqual(own, await commandsNow(session, false, {}));
				return untested(isForAll ? SAME : 'the bot has commands for this group already');
			}
			await keepOthers(session);
			// A server that refuses this could not remove the command again.
			const empty = { ...audience(session), commands: [] };
			const answer = await client.call('setMyCommands', empty);
			if (!answer.ok) return is('refused', wordsOf(session, answer));
			await session.change(
				'setMyCommands',
				COMMANDS,
				{
					ask: async () => await client.call('setMyCommands', empty, { isClearing: true }),
					isBack: async () => (await commandsNow(session, true)).length === 0,
					advice:
						'The commands /check and /again of the bot in the group. Call setMyCommands with an empty list and the scope of this chat',
				},
				async () =>
					await client.call('setMyCommands', {
						...audience(session),
						commands: OWN,
					}),
			);
			await session.effect('setMyCommands', async () => {
				const shown = await commandsNow(session);
				return OWN.every(
					({ command, description }, at) =>
						shown[at]?.command === command && shown[at].description === description,
				);
			});
			session.must('setMyCommands', await client.call('setMyCommands', empty));
			if ((await commandsNow(session)).length > 0) return is('no effect');
			session.forget(COMMANDS);
			return is('removes');
		},
	},
	end: async (session) => {
		await session.lookAgain();
		if (!session.canUndo(ELSEWHERE)) return;
		session.findings.lie('setMyCommands', 'changes the commands in all chats');
		await session.undo(ELSEWHERE);
	},
};

const WEBHOOK = 'The webhook of the bot';

/** Points to the server itself, where nothing listens, so that nobody's message goes elsewhere. */
const nowhere = ({ place }: Session) => `${place.service}/check-that-leads-nowhere`;

async function webhookNow({ client, must }: Session, isClearing = false): Promise<string> {
	return must('getWebhookInfo', await client.call('getWebhookInfo', {}, { isClearing })).url;
}

async function setNowhere(session: Session): Promise<void> {
	const { client } = session;
	await session.change(
		'setWebhook',
		WEBHOOK,
		{
			// A server may know only one of the two ways.
			ask: async (tried) =>
				tried % 2 === 1
					? await client.call('deleteWebhook', {}, { isClearing: true })
					: await client.call('setWebhook', { url: '' }, { isClearing: true }),
			isBack: async () => (await webhookNow(session, true)) === '',
			advice:
				'The webhook of the bot leads nowhere, and its updates get lost. Call deleteWebhook, or publish your workflow again',
		},
		async () => await client.call('setWebhook', { url: nowhere(session) }),
	);
	await session.effect('setWebhook', async () => (await webhookNow(session)) === nowhere(session));
}

export const webhook: Step = {
	does: 'Set a webhook that leads nowhere, and remove it; a program that polls for this bot sees an error meanwhile',
	isSeen: true,
	requests: 9,
	methods: ['setWebhook', 'deleteWebhook'],
	hindrance: ({ place }) => place.webhookHindrance,
	begin: setNowhere,
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
			const isRemoved = (await webhookNow(session)) === '';
			// Gives deleteWebhook something to delete.
			if (isRemoved) await setNowhere(session);
			return is(isRemoved ? 'removes' : 'no effect');
		},
	},
	end: async (session) => await session.undo(WEBHOOK),
};
