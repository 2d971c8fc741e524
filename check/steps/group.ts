import type { Chat, Entity } from '../../reference';
import { saysGone, type Answer } from '../answers';
import { NO_MESSAGE } from '../messages';
import { ifClear, without } from '../obstacles';
import { is, untested, whether, type Step } from '../probe';
import type { Session } from '../session';
import { ALL_PERMISSIONS, SENDING } from './permissions';

const TITLE = 'The title of the group';
const PIN = 'A pinned message';
const OTHER_PIN =
	'Perhaps another message is pinned. Look at the pinned messages of the group, and unpin it';
const NO_TITLE = 'the title of the group is not known, so it could not be put back';
const LONGER = 'c'.repeat(129);
const LONGEST = 'c'.repeat(255);

async function chatNow({ client, chat, must }: Session, isClearing = false): Promise<Chat> {
	return must('getChat', await client.call('getChat', chat, { isClearing }));
}

/** Whether the server accepts a title and shows it. */
async function takesTitle(session: Session, title: string): Promise<boolean> {
	const answer = await session.client.call('setChatTitle', { ...session.chat, title });
	if (!answer.ok) return false;
	await session.effect('setChatTitle', async () => {
		const shown = (await chatNow(session)).title;
		return shown === undefined || shown === title;
	});
	return true;
}

async function pin(session: Session, chat_id: number | string, message_id: number) {
	const { client, chat, findings } = session;
	const isNotPinned = (answer: Answer) =>
		saysGone(answer) || /not pinned/i.test(JSON.stringify(answer.body));
	await session.change(
		'pinChatMessage',
		PIN,
		{
			// Deleting a message also unpins it.
			ask: async (tried) =>
				await client.call(
					tried % 2 === 1 ? 'unpinChatMessage' : 'deleteMessage',
					{ ...chat, message_id },
					{ isClearing: true },
				),
			isBack: async (answer) => answer !== undefined && (answer.ok || isNotPinned(answer)),
			advice: 'A message of the check is pinned. Unpin it in the group',
		},
		async () =>
			await client.call('pinChatMessage', { chat_id, message_id, disable_notification: true }),
	);
	const none = { ...chat, message_id: NO_MESSAGE };
	if ((await client.call('unpinChatMessage', none).catch(ifClear))?.ok)
		findings.lie('unpinChatMessage', 'says that a message is unpinned that is not there');
	// Not by the clean-up, which may unpin it at the same time after Ctrl-C.
	const unpinned = await client.call('unpinChatMessage', { ...chat, message_id }).catch(ifClear);
	if (unpinned && isNotPinned(unpinned)) {
		findings.lie('pinChatMessage', 'says that it is done, and the message is not pinned');
		session.lose(OTHER_PIN);
	}
	if (unpinned?.ok) session.forget(PIN);
	else await session.undo(PIN);
}

/** The server may announce pins and titles in service messages. */
export const titleAndPins: Step = {
	does: 'Pin a message of the check, and change the title of the group for a moment',
	isSeen: true,
	requests: 22,
	methods: ['pinChatMessage', 'unpinChatMessage', 'setChatTitle'],
	begin: async (session) => {
		await session.beginSpan();
		const { message_id } = await session.text('Check: pinned for a moment');
		await pin(session, session.place.chatId, message_id).catch(without);
	},
	probes: {
		pinUsername: async (session) => {
			const { username } = session.place;
			if (username === undefined) return untested('the group has no @username');
			const { message_id } = await session.text('Check: pinned by @username');
			const about = { chat_id: `@${username}`, message_id, disable_notification: true };
			const answer = await session.client.call('pinChatMessage', about);
			if (answer.ok) await pin(session, about.chat_id, message_id);
			return whether(session, answer, 'accepted', 'refused');
		},
		longestTitle: async (session) => {
			const { client, chat } = session;
			const { title } = session.place;
			if (title === undefined) return untested(NO_TITLE);
			const call = async (name: string, isClearing = false) =>
				await client.call('setChatTitle', { ...chat, title: name }, { isClearing });
			await session.change(
				'setChatTitle',
				TITLE,
				{
					ask: async () => await call(title, true),
					isBack: async (answer) => {
						const shown = (await chatNow(session, true)).title;
						return shown === undefined ? answer?.ok === true : shown === title;
					},
					advice:
						'The title of the group is another. Write the old one into the settings of the group',
				},
				async () => await call('Check'),
			);
			await takesTitle(session, 'Check & <2>');
			const isLonger = await takesTitle(session, LONGER);
			const isLongest = await takesTitle(session, LONGEST);
			await session.undo(TITLE);
			return is(isLongest ? '255' : isLonger ? 'between' : '128');
		},
	},
	end: async (session) => {
		await session.undo(TITLE);
		await session.endSpan();
	},
};

export async function permissionsNow(session: Session, isClearing = false): Promise<Entity> {
	return Object((await chatNow(session, isClearing)).permissions) as Entity;
}

const setPermissions = async (session: Session, permissions: object, isClearing = false) =>
	await session.client.call('setChatPermissions', { ...session.chat, permissions }, { isClearing });

const PERMISSIONS = 'The permissions of the group';
const UNKNOWN = 'getChat does not tell what members may do';

const isSame = (now: Entity, before: Entity) =>
	Object.entries(before).every(([name, value]) => now[name] === value);

export const permissions: Step = {
	does: 'Change what members of the group may do, for a moment',
	isSeen: true,
	requests: 12,
	methods: ['setChatPermissions'],
	begin: async (session) => {
		await session.undo(PERMISSIONS);
		const before = await permissionsNow(session);
		if (Object.keys(before).length === 0) return;
		// First unchanged, which shows that it can be restored.
		await session.change(
			'setChatPermissions',
			PERMISSIONS,
			{
				ask: async () => await setPermissions(session, before, true),
				isBack: async () => isSame(await permissionsNow(session, true), before),
				advice:
					'The permissions of the group are others. Look at what members may do in the settings of the group',
			},
			async () => await setPermissions(session, before),
		);
	},
	probes: {
		missingPermissions: async (session) => {
			if (!session.canUndo(PERMISSIONS)) return untested(UNKNOWN);
			session.must('setChatPermissions', await setPermissions(session, ALL_PERMISSIONS));
			const shows = (name: string, value: boolean) => async () =>
				(await permissionsNow(session))[name] === value;
			await session.effect('setChatPermissions', shows('can_send_polls', true));
			const { can_send_polls: _left, ...others } = ALL_PERMISSIONS;
			const answer = await setPermissions(session, { ...others, can_pin_messages: false });
			if (!answer.ok) return is('refused');
			await session.effect('setChatPermissions', shows('can_pin_messages', false));
			const now = await permissionsNow(session);
			session.compare('setChatPermissions', SENDING, now, others);
			return is(now.can_send_polls === true ? 'kept' : 'taken away');
		},
		newPermissions: async (session) => {
			if (!session.canUndo(PERMISSIONS)) return untested(UNKNOWN);
			// Then different, which shows that it has an effect.
			const can_pin_messages = (await permissionsNow(session)).can_pin_messages !== true;
			const all = { ...ALL_PERMISSIONS, can_send_photos: true, can_pin_messages };
			const answer = await setPermissions(session, all);
			if (!answer.ok) return is('refused');
			const now = async () => (await permissionsNow(session)).can_pin_messages;
			await session.effect('setChatPermissions', async () => (await now()) === can_pin_messages);
			return is('accepted');
		},
	},
	end: async (session) => await session.undo(PERMISSIONS),
};

const LINK = 'The invite link';
const LASTS_SECONDS = 10 * 60;
const LINK_LEFT =
	'an invite link named "Check". It should end by itself after ten minutes; to be sure, revoke it among the invite links of the group';

export const links: Step = {
	does: 'Make an invite link to the group, which nobody gets, and revoke it',
	isSeen: true,
	requests: 4,
	methods: ['createChatInviteLink', 'editChatInviteLink', 'revokeChatInviteLink'],
	probes: {},
	begin: async (session) => {
		const { client, chat } = session;
		// Only the answer has the link's address. If it gets lost, the link cannot be revoked, but it expires.
		const expire_date = Math.floor(Date.now() / 1000) + LASTS_SECONDS;
		const own = { name: 'Check', expire_date, member_limit: 1 };
		const link = { ...chat, invite_link: '' };
		await session.change(
			'createChatInviteLink',
			LINK,
			{
				ask: async () => await client.call('revokeChatInviteLink', link, { isClearing: true }),
				isBack: async (answer) =>
					link.invite_link === '' ||
					(answer !== undefined &&
						(saysGone(answer) ||
							(answer.ok && (Object(answer.result) as Entity).is_revoked === true))),
				advice: `There is ${LINK_LEFT}`,
			},
			async () => {
				const unsure = () => session.lose(`Perhaps ${LINK_LEFT}`);
				const made = await client.call('createChatInviteLink', { ...chat, ...own }, { unsure });
				if (made.ok) link.invite_link = made.result?.invite_link ?? '';
				return made;
			},
		);
		const edit = async (name: string) => {
			const edited = await client
				.call('editChatInviteLink', { ...link, ...own, name })
				.catch(without);
			return (Object(edited?.ok && edited.result) as Entity).is_revoked;
		};
		if ((await edit('Check 2')) === true)
			session.findings.lie('editChatInviteLink', '`is_revoked` is not what was asked for');
		await session.undo(LINK);
		// Most servers refuse this; the others show the link as it is now.
		if ((await edit('Check')) === false) {
			session.findings.lie('revokeChatInviteLink', 'says that it is done, and nothing is');
			session.lose(`There is ${LINK_LEFT}`);
		}
	},
};
