import { is, type Step } from '../probe';
import { Unexpected, type Session } from '../session';
import { ALL_PERMISSIONS } from './permissions';

const RESTRICTION = 'The restriction of the member';
const PROMOTION = 'The rights of the member';

/** Named one by one: a server may keep what is left out. */
const NO_RIGHTS = {
	can_manage_chat: false,
	can_delete_messages: false,
	can_pin_messages: false,
};

const about = ({ chat, place }: Session) => ({ ...chat, user_id: place.memberId });

async function memberNow(session: Session) {
	const answer = await session.client.call('getChatMember', about(session));
	return session.must('getChatMember', answer);
}

/** With a person who has agreed, and who is a plain member before and after. */
export const member: Step = {
	does: 'Forbid polls to the member that --member names, make them an administrator, and undo both',
	isSeen: true,
	hindrance: ({ place }) =>
		place.memberId === undefined
			? 'it needs --member, a person in the group who agrees'
			: undefined,
	begin: async (session) => {
		const { client } = session;
		const { status } = await memberNow(session);
		if (status !== 'member') throw new Unexpected('the person of --member is no plain member');
		const restrict = async (permissions: object, isClearing = false) =>
			await client.call('restrictChatMember', { ...about(session), permissions }, { isClearing });
		await session.change(
			'restrictChatMember',
			RESTRICTION,
			async () => await restrict(ALL_PERMISSIONS, true),
			async () => await restrict({ ...ALL_PERMISSIONS, can_send_polls: false }),
		);
		await session.undo(RESTRICTION);
		// Does nothing to a person who is not banned.
		await client.call('unbanChatMember', { ...about(session), only_if_banned: true });
	},
	probes: {
		missingRights: async (session) => {
			const { client } = session;
			const promote = async (rights: object, isClearing = false) =>
				await client.call('promoteChatMember', { ...about(session), ...rights }, { isClearing });
			await session.change(
				'promoteChatMember',
				PROMOTION,
				async () => await promote(NO_RIGHTS, true),
				async () => await promote({ can_delete_messages: true, can_pin_messages: true }),
			);
			const title = { ...about(session), custom_title: 'Check' };
			await client.call('setChatAdministratorCustomTitle', title);
			session.must('promoteChatMember', await promote({ can_pin_messages: true }));
			const { can_delete_messages: mayDelete } = await memberNow(session);
			await session.undo(PROMOTION);
			return is(mayDelete === true ? 'kept' : 'taken away');
		},
	},
};
