import type { ChatMember, Entity, MethodName } from '../../reference';
import { without, Unexpected } from '../obstacles';
import { is, untested, type Step } from '../probe';
import type { Session } from '../session';
import { permissionsNow } from './group';
import { ALL_PERMISSIONS, SENDING } from './permissions';
import { listen, OWN_UPDATES, tryOffset } from './updates';

const RESTRICTION = 'The restriction of the member';
const PROMOTION = 'The rights of the member';

/** All listed, because a server may keep rights that are left out. */
const RIGHTS = [
	...['can_manage_chat', 'can_delete_messages', 'can_pin_messages', 'can_restrict_members'],
	...['can_promote_members', 'can_change_info', 'can_invite_users', 'can_manage_video_chats'],
];
const NO_RIGHTS = Object.fromEntries(RIGHTS.map((name) => [name, false]));

/** The right to manage the chat comes with each of the others. */
const SOME_RIGHTS = Object.fromEntries(RIGHTS.slice(1).map((it) => [it, /delete|pin/.test(it)]));

const OUT =
	'The member of --member is not in the group any more. Lift a ban in the settings of the group, and invite them again';

const about = ({ chat, place }: Session) => ({ ...chat, user_id: place.memberId });

async function memberNow(session: Session, isClearing = false): Promise<ChatMember> {
	const answer = await session.client.call('getChatMember', about(session), { isClearing });
	return session.must('getChatMember', answer);
}

const shows = (session: Session, isSo: (member: ChatMember) => boolean) => async () =>
	isSo(await memberNow(session));

/** A plain member with all permissions. */
const isPlain = (member: ChatMember) =>
	member.status === 'member' ||
	(member.status === 'restricted' &&
		Object.keys(ALL_PERMISSIONS).every((name) => member[name] !== false));

async function restrict(session: Session, permissions: object, isClearing = false, until = 0) {
	const request = { ...about(session), permissions, ...(until > 0 && { until_date: until }) };
	return await session.client.call('restrictChatMember', request, { isClearing });
}

async function promote(session: Session, rights: object, isClearing = false) {
	const request = { ...about(session), ...rights };
	return await session.client.call('promoteChatMember', request, { isClearing });
}

const isOut = ({ status }: ChatMember) => status === 'left' || status === 'kicked';

/** Throws Unexpected if a method took the person out of the group. */
async function mustBeThere(session: Session, method: MethodName): Promise<void> {
	if (!isOut(await memberNow(session))) return;
	session.findings.lie(method, 'takes the person out of the group');
	session.lose(OUT);
	throw new Unexpected('the person of --member is not in the group any more');
}

/** A repeated step must start with a plain member again. */
async function undoBoth(session: Session): Promise<void> {
	await session.undo(PROMOTION);
	await session.undo(RESTRICTION);
}

async function tryTitle(session: Session): Promise<void> {
	const title = { ...about(session), custom_title: 'Check' };
	const answer = await session.client.call('setChatAdministratorCustomTitle', title);
	if (!answer.ok) return;
	await session.effect(
		'setChatAdministratorCustomTitle',
		shows(session, ({ custom_title: seen }) => seen === title.custom_title),
	);
}

async function tryList(session: Session): Promise<void> {
	const { client, chat, findings, must } = session;
	const all = must('getChatAdministrators', await client.call('getChatAdministrators', chat));
	if (all.some(({ user }) => String(user.id) === String(session.place.memberId))) return;
	findings.lie('getChatAdministrators', 'does not list a new administrator');
}

const HOUR_SECONDS = 3600;

/** A server may round an end to the minute. */
const MOST_APART_SECONDS = 60;

/** Looks whether a restriction is the one that was asked for, as far as the group allows it. */
async function tryRestriction(session: Session, asked: Entity, until: number): Promise<void> {
	const allowed = await permissionsNow(session);
	const names = SENDING.filter((name) => allowed[name] !== false);
	const now = await memberNow(session);
	session.compare('restrictChatMember', names, now, asked);
	const { until_date: ends } = now;
	if (ends === undefined || Math.abs(Number(ends) - until) <= MOST_APART_SECONDS) return;
	session.findings.lie('restrictChatMember', '`until_date` is not what was asked for');
}

/** Tests a person who agreed, and who is a plain member before and after. */
export const member: Step = {
	does: 'Forbid polls to the member that --member names, make them an administrator, and undo both',
	isSeen: true,
	requests: 28,
	methods: [
		...(['restrictChatMember', 'promoteChatMember', 'unbanChatMember'] as const),
		'setChatAdministratorCustomTitle',
	],
	hindrance: ({ place }) =>
		place.memberId === undefined
			? 'it needs --member, a person in the group who agrees'
			: undefined,
	begin: async (session) => {
		await undoBoth(session);
		const { status } = await memberNow(session);
		if (status !== 'member') throw new Unexpected('the person of --member is no plain member');
		await listen(session).catch(without);
		const asked = { ...ALL_PERMISSIONS, can_send_polls: false };
		const until = Math.floor(Date.now() / 1000) + HOUR_SECONDS;
		await session
			.change(
				'restrictChatMember',
				RESTRICTION,
				{
					ask: async () => await restrict(session, ALL_PERMISSIONS, true),
					isBack: async () => {
						const now = await memberNow(session, true);
						return isPlain(now) || isOut(now);
					},
					advice:
						'The member of --member is restricted. Take the restriction away in the settings of the group',
				},
				async () => await restrict(session, asked, false, until),
			)
			.then(async () => {
				const isSeen = ({ status: now, can_send_polls: mayPoll }: ChatMember) =>
					now === 'restricted' && mayPoll !== true;
				await session.effect('restrictChatMember', shows(session, isSeen));
				await tryRestriction(session, asked, until);
			})
			.catch(without);
		await session.undo(RESTRICTION);
		await mustBeThere(session, 'restrictChatMember');
		// Has no effect on a person who is not banned.
		const request = { ...about(session), only_if_banned: true };
		await session.client.call('unbanChatMember', request).catch(without);
		await mustBeThere(session, 'unbanChatMember');
	},
	probes: {
		missingRights: async (session) => {
			await undoBoth(session);
			await session.change(
				'promoteChatMember',
				PROMOTION,
				{
					ask: async () => await promote(session, NO_RIGHTS, true),
					isBack: async () => (await memberNow(session, true)).status !== 'administrator',
					advice:
						'The member of --member is an administrator. Take the rights away in the settings of the group',
				},
				async () => await promote(session, SOME_RIGHTS),
			);
			const isAdministrator = ({ status }: ChatMember) => status === 'administrator';
			await session.effect('promoteChatMember', shows(session, isAdministrator));
			await tryTitle(session).catch(without);
			await tryList(session).catch(without);
			const now = await memberNow(session);
			session.compare('promoteChatMember', Object.keys(SOME_RIGHTS), now, SOME_RIGHTS);
			const { can_delete_messages: mightDelete } = now;
			if (mightDelete !== true) return untested('getChatMember does not show the right to delete');
			session.must('promoteChatMember', await promote(session, { can_pin_messages: true }));
			const { can_delete_messages: mayDelete } = await memberNow(session);
			await session.undo(PROMOTION);
			await mustBeThere(session, 'promoteChatMember');
			return is(mayDelete === true ? 'kept' : 'taken away');
		},
	},
	end: async (session) => {
		await undoBoth(session).catch(without);
		await tryOffset(session).catch(without);
		await session.undo(OWN_UPDATES);
	},
};
