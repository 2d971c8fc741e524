import type { TestEmulator } from '../support/emulator';
import { byId } from '../support/locators';
import type { OperationCase } from './case';

const DEMO_GROUP = -1001;

const someLink = async ({ api }: TestEmulator) => {
	const { body } = await api('createChatInviteLink', { chat_id: DEMO_GROUP, name: 'Old' });
	return body.result;
};

const zoeAsks = async ({ act }: TestEmulator) => {
	await act('join_request', { chat_id: DEMO_GROUP, user_id: 1005 });
};

/** n8n may hide links in the shown data of an execution. */
const LINK = expect.anything();

const link = (more: object = {}) => ({
	chatId: DEMO_GROUP,
	inviteLink: LINK,
	invite_link: LINK,
	creator: expect.objectContaining({ id: 4839574812 }),
	creates_join_request: false,
	is_primary: false,
	is_revoked: false,
	...more,
});

const mayNotInvite = {
	code: 403,
	message: 'not enough rights',
	hint: 'with the right to invite users',
};

const QUIET_GROUP = '-1002';

const joinRequest = (operation: string, status: string | undefined): OperationCase => ({
	resource: 'joinRequest',
	operation,
	promised: ['chatId userId', ''],
	valid: [
		{
			prepare: zoeAsks,
			parameters: { chatId: byId('-1001'), userId: byId('1005') },
			wire: { chat_id: DEMO_GROUP, user_id: 1005 },
			output: [{ success: true, chatId: DEMO_GROUP, userId: 1005 }],
			effect: ({ join_requests: requests, members }) => {
				expect(requests).toEqual([]);
				const zoe = members.find(({ user_id: id }: { user_id: number }) => id === 1005);
				expect(zoe?.status).toBe(status);
			},
		},
	],
	invalid: {
		parameters: { chatId: byId('-1001'), userId: byId('Zoe') },
		message: 'User must be a whole number',
		hint: 'digits only',
	},
	refused: {
		parameters: { chatId: byId('-1001'), userId: byId('1005') },
		code: 400,
		message: 'HIDE_REQUESTER_MISSING',
		hint: 'no open join request',
	},
});

/** Reference 5.5. */
export const linkCases: OperationCase[] = [
	{
		resource: 'inviteLink',
		operation: 'createChatInviteLink',
		promised: ['chatId', 'createsJoinRequest expireDate memberLimit name'],
		valid: [
			{
				parameters: { chatId: byId('-1001') },
				wire: { chat_id: DEMO_GROUP },
				output: [link()],
				effect: ({ invite_links: links }) => expect(links).toHaveLength(1),
			},
			{
				parameters: {
					chatId: byId('-1001'),
					additionalFields: {
						name: 'Spring',
						expireDate: '2033-05-18T03:33:20Z',
						memberLimit: 50,
						createsJoinRequest: false,
					},
				},
				wire: {
					chat_id: DEMO_GROUP,
					name: 'Spring',
					expire_date: 2e9,
					member_limit: 50,
					creates_join_request: false,
				},
				output: [link({ name: 'Spring', expire_date: 2e9, member_limit: 50 })],
				effect: ({ invite_links: links }) =>
					expect(links).toMatchObject([{ name: 'Spring', expire_date: 2e9, member_limit: 50 }]),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), additionalFields: { memberLimit: 100_000 } },
			message: 'Member Limit must be from 1 to 99999, but is 100000',
			hint: 'remove Member Limit',
		},
		refused: { parameters: { chatId: byId(QUIET_GROUP) }, ...mayNotInvite },
	},
	{
		resource: 'inviteLink',
		operation: 'editChatInviteLink',
		promised: ['chatId inviteLink', 'createsJoinRequest expireDate memberLimit name'],
		valid: [
			{
				prepare: someLink,
				parameters: {
					chatId: byId('-1001'),
					inviteLink: '={{ $json.invite_link }}',
					additionalFields: { name: 'New', createsJoinRequest: true },
				},
				wire: {
					chat_id: DEMO_GROUP,
					invite_link: expect.any(String),
					name: 'New',
					creates_join_request: true,
				},
				output: [link({ name: 'New', creates_join_request: true, pending_join_request_count: 0 })],
				effect: ({ invite_links: links }) =>
					expect(links).toMatchObject([{ name: 'New', creates_join_request: true }]),
			},
		],
		invalid: {
			parameters: {
				chatId: byId('-1001'),
				inviteLink: 'https://chat.example/+a',
				additionalFields: { name: 'x'.repeat(33) },
			},
			message: 'Name has 33 characters, but the limit is 32',
			hint: 'Shorten Name',
		},
		refused: {
			parameters: { chatId: byId('-1001'), inviteLink: 'https://chat.example/+none' },
			code: 404,
			message: 'invite link not found',
			hint: 'Check Invite Link',
		},
	},
	{
		resource: 'inviteLink',
		operation: 'revokeChatInviteLink',
		promised: ['chatId inviteLink', ''],
		valid: [
			{
				prepare: someLink,
				parameters: { chatId: byId('-1001'), inviteLink: '={{ $json.invite_link }}' },
				wire: { chat_id: DEMO_GROUP, invite_link: expect.any(String) },
				output: [link({ name: 'Old', is_revoked: true })],
				effect: ({ invite_links: links }) => expect(links).toMatchObject([{ is_revoked: true }]),
			},
		],
		invalid: {
			parameters: { chatId: byId('-1001'), inviteLink: '={{ $json.none }}' },
			message: 'Invite Link is empty',
			hint: 'Fill in Invite Link',
		},
		refused: {
			parameters: { chatId: byId(QUIET_GROUP), inviteLink: 'https://chat.example/+none' },
			...mayNotInvite,
		},
	},
	{
		resource: 'inviteLink',
		operation: 'exportChatInviteLink',
		promised: ['chatId', ''],
		valid: [
			{
				parameters: { chatId: byId('-1001') },
				wire: { chat_id: DEMO_GROUP },
				output: [{ chatId: DEMO_GROUP, inviteLink: LINK }],
				effect: ({ invite_links: links }) => expect(links).toMatchObject([{ is_primary: true }]),
			},
		],
		invalid: {
			parameters: { chatId: byId('={{ $json.none }}') },
			message: 'Chat is empty',
			hint: 'Fill in Chat',
		},
		refused: { parameters: { chatId: byId(QUIET_GROUP) }, ...mayNotInvite },
	},
	joinRequest('approveChatJoinRequest', 'member'),
	joinRequest('declineChatJoinRequest', undefined),
];
