import type { MethodName } from '../../reference';
import type { Answer } from '../answers';
import { codeOnly, is, untested, whether, wordsOf, type Step } from '../probe';
import { without } from '../obstacles';
import type { Session } from '../session';

/** An id far from those of all chats and people. */
const NOBODY = 2 ** 52 - 1;

const unknownChat = async ({ client }: Session) =>
	await client.call('getChat', { chat_id: -NOBODY });

/** Called without parameters, these would change something. The others are refused. */
const NEVER_EMPTY: MethodName[] = [
	'setMyDefaultAdministratorRights',
	'setWebhook',
	'deleteWebhook',
];

const NEEDS_PEOPLE = 'what it does needs another person';

/** Why these are only called without parameters. */
const ONLY_EMPTY: Partial<Record<MethodName, string>> = {
	banChatMember: 'a ban would take a person out of the group for good',
	unbanChatMember: 'the rest needs --member',
	restrictChatMember: 'the rest needs --member',
	promoteChatMember: 'the rest needs --member',
	setChatAdministratorCustomTitle: 'the rest needs --member',
	banChatSenderChat: 'what it does needs a channel',
	unbanChatSenderChat: 'what it does needs a channel',
	approveChatJoinRequest: NEEDS_PEOPLE,
	declineChatJoinRequest: NEEDS_PEOPLE,
	answerCallbackQuery: NEEDS_PEOPLE,
	answerInlineQuery: NEEDS_PEOPLE,
	sendMessageDraft: NEEDS_PEOPLE,
	sendGame: 'what it does needs a game of the bot',
	setGameScore: 'what it does needs a game of the bot',
	getGameHighScores: 'what it does needs a game of the bot',
	leaveChat: 'the bot could not come back',
	exportChatInviteLink: 'it would end the main link that the bot has made before',
};

/** Reading calls and invalid requests: nobody sees them. */
export const calling: Step = {
	does: 'Read what the bot may read',
	isSeen: false,
	requests: 19,
	begin: async ({ client, chat, place, findings }) => {
		const self = { user_id: place.botId };
		const count = await client.call('getChatMemberCount', chat);
		if (count.ok) findings.note('getChatMemberCount', `${count.result}: compare it with the app`);
		await client.call('getChatMember', { ...chat, ...self });
		await client.call('getUserProfilePhotos', { ...self, limit: 1 });
		await client.call('getMyCommands');
		await client.call('getWebhookInfo');
		// A server may confirm what it lists: updates that wait stay for the bot's own program.
		const why = place.webhookHindrance;
		if (why === undefined) await client.call('getUpdates', { limit: 1 });
		else findings.passOver('getUpdates', why);
	},
	probes: {
		tokenPath: async ({ client, place }) => {
			const { pathForm } = client;
			if (pathForm === 'botV1') return is('as folders');
			if (place.pathForms.includes(pathForm === 'bot' ? 'plain' : 'bot')) return is('both');
			return is(pathForm === 'bot' ? 'only with bot' : 'only without');
		},
		methodCase: async (session) =>
			whether(
				session,
				await session.client.call('getMe', {}, { written: 'GETME' }),
				'any',
				'exact',
			),
		getRequests: async (session) => {
			const answer = await session.client.call('getMe', {}, { httpMethod: 'GET' });
			return whether(session, answer, 'accepted', 'refused');
		},
		formBodies: async (session) => {
			const answer = await session.client.call('getChat', session.chat, { as: 'form' });
			return whether(session, answer, 'accepted', 'refused');
		},
		queryParameters: async (session) => {
			const answer = await session.client.call('getChat', session.chat, { as: 'query' });
			return whether(session, answer, 'accepted', 'refused');
		},
		chatNotFound: async (session) => codeOnly(await unknownChat(session)),
		chatNotFoundWords: async (session) => {
			const answer = await unknownChat(session);
			if (answer.ok) return is('not refused');
			if (/chat not found/i.test(answer.description)) return is('chat not found');
			return is('other words', wordsOf(session, answer));
		},
		userNotFound: async (session) => {
			const { client, chat } = session;
			return codeOnly(await client.call('getChatMember', { ...chat, user_id: NOBODY }));
		},
		httpStatus: async (session) => {
			const answer = await unknownChat(session);
			if (answer.ok) return untested('no refusal could be brought about');
			if (answer.status === answer.code) return is('error_code');
			return is(answer.status === 200 ? 'always 200' : `${answer.status} with ${answer.code}`);
		},
		traceId: async (session) => {
			const { body }: Answer = await unknownChat(session);
			return is('trace_id' in body ? 'there' : 'left out');
		},
		groupIds: async ({ client, chat, must }) => {
			const { id } = must('getChat', await client.call('getChat', chat));
			return is(id < 0 ? 'negative' : 'positive');
		},
		botsAmongAdministrators: async (session) => {
			const { client, chat, place } = session;
			const all = session.must(
				'getChatAdministrators',
				await client.call('getChatAdministrators', chat),
			);
			const own = await client.call('getChatMember', { ...chat, user_id: place.botId });
			const { status } = session.must('getChatMember', own);
			if (status !== 'administrator') return untested('the bot is no administrator');
			return is(all.some(({ user }) => user.id === place.botId) ? 'listed' : 'left out');
		},
		inlineCarrier: async ({ client }) => {
			const also = { inline_message_id: 'AAAA' };
			const answer = await client.call('editMessageText', { text: 'Check' }, { also });
			if (answer.ok) return untested('an edit of no message is not refused anyway');
			const isKnown = /message_id_invalid|inline message|message.*not found/i;
			return is(isKnown.test(answer.description) ? 'known' : 'unknown');
		},
	},
};

/** Methods that no other step calls. Without parameters, a request does nothing. */
export const emptyCalls: Step = {
	does: 'Call the other methods without what they need',
	isSeen: false,
	requests: 13,
	probes: {},
	begin: async ({ client, findings }) => {
		findings.passOver(
			'setMyDefaultAdministratorRights',
			'no method reads what is set now, so it could not be put back',
		);
		for (const [method, why] of Object.entries(ONLY_EMPTY)) {
			findings.passOver(method as MethodName, why);
		}
		for (const method of Object.keys(ONLY_EMPTY) as MethodName[]) {
			if (findings.isCalled(method) || NEVER_EMPTY.includes(method)) continue;
			// Its row shows what the server did.
			await client.call(method).catch(without);
		}
	},
};
