import type { Entity } from '../../../reference';
import { is, untested, whether, type Step } from '../probe';
import type { Session } from '../session';
import { ALL_PERMISSIONS } from './permissions';

const TITLE = 'The title of the group';
const NO_TITLE = 'the title of the group is not known, so it could not be put back';

async function titleOf(session: Session, title: string) {
	return await session.client.call('setChatTitle', { ...session.chat, title });
}

/** The server may tell the group of a pin and of a title, in messages of its own. */
export const titleAndPins: Step = {
	does: 'Pin a message of the check, and change the title of the group for a moment',
	isSeen: true,
	methods: ['pinChatMessage', 'unpinChatMessage', 'setChatTitle'],
	begin: async (session) => {
		await session.beginSpan();
		const { message_id } = await session.text('Check: pinned for a moment');
		const about = { ...session.chat, message_id, disable_notification: true };
		await session.client.call('pinChatMessage', about);
		await session.client.call('unpinChatMessage', { ...session.chat, message_id });
	},
	probes: {
		pinUsername: async (session) => {
			const { username } = session.place;
			if (username === undefined) return untested('the group has no @username');
			const { message_id } = await session.text('Check: pinned by @username');
			const about = { chat_id: `@${username}`, message_id, disable_notification: true };
			const answer = await session.client.call('pinChatMessage', about);
			if (answer.ok) await session.client.call('unpinChatMessage', { ...session.chat, message_id });
			return whether(session, answer, 'accepted', 'refused');
		},
		longestTitle: async (session) => {
			const { title } = session.place;
			if (title === undefined) return untested(NO_TITLE);
			await session.change(
				'setChatTitle',
				TITLE,
				async () =>
					await session.client.call(
						'setChatTitle',
						{ ...session.chat, title },
						{ isClearing: true },
					),
				async () => await titleOf(session, 'Check'),
			);
			const [longer, longest] = ['c'.repeat(129), 'c'.repeat(255)];
			const isLonger = (await titleOf(session, longer)).ok;
			const isLongest = (await titleOf(session, longest)).ok;
			await session.undo(TITLE);
			return is(isLongest ? '255' : isLonger ? 'between' : '128');
		},
	},
	end: async (session) => await session.endSpan(),
};

async function permissionsNow(session: Session): Promise<Entity> {
	const chat = session.must('getChat', await session.client.call('getChat', session.chat));
	return Object(chat.permissions) as Entity;
}

const setPermissions = async (session: Session, permissions: object) =>
	await session.client.call('setChatPermissions', { ...session.chat, permissions });

const PERMISSIONS = 'The permissions of the group';

export const permissions: Step = {
	does: 'Change what members of the group may do, for a moment',
	isSeen: true,
	methods: ['setChatPermissions'],
	begin: async (session) => {
		const before = await permissionsNow(session);
		if (Object.keys(before).length === 0) return;
		const restore = async () =>
			await session.client.call(
				'setChatPermissions',
				{ ...session.chat, permissions: before },
				{ isClearing: true },
			);
		// First as it is: that shows that it can be put back.
		await session.change('setChatPermissions', PERMISSIONS, restore, restore);
	},
	probes: {
		missingPermissions: async (session) => {
			if (!session.canUndo(PERMISSIONS))
				return untested('getChat does not tell what members may do');
			session.must('setChatPermissions', await setPermissions(session, ALL_PERMISSIONS));
			const { can_send_polls: _left, ...others } = ALL_PERMISSIONS;
			const answer = await setPermissions(session, others);
			if (!answer.ok) return is('refused');
			const { can_send_polls: mayPoll } = await permissionsNow(session);
			return is(mayPoll === true ? 'kept' : 'taken away');
		},
		newPermissions: async (session) => {
			if (!session.canUndo(PERMISSIONS))
				return untested('getChat does not tell what members may do');
			const all = { ...ALL_PERMISSIONS, can_send_photos: true };
			return is((await setPermissions(session, all)).ok ? 'accepted' : 'refused');
		},
	},
	end: async (session) => await session.undo(PERMISSIONS),
};

const LINK = 'The invite link';

export const links: Step = {
	does: 'Make an invite link to the group, which nobody gets, and revoke it',
	isSeen: true,
	methods: ['createChatInviteLink', 'editChatInviteLink', 'revokeChatInviteLink'],
	probes: {},
	begin: async (session) => {
		const { client, chat } = session;
		let link = { ...chat, invite_link: '' };
		const made = await session.change(
			'createChatInviteLink',
			LINK,
			async () => await client.call('revokeChatInviteLink', link, { isClearing: true }),
			async () => await client.call('createChatInviteLink', { ...chat, name: 'Check' }),
		);
		link = { ...link, invite_link: made.invite_link };
		await client.call('editChatInviteLink', { ...link, name: 'Check 2' });
		await session.undo(LINK);
	},
};
