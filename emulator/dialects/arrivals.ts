import { METHODS, type MethodName } from '../../reference';
import { PERMISSIONS, type Permissions } from '../world/entities';
import { badRequest, notFound, Refusal } from '../world/refusal';
import type { Asked, Rule, Rules } from './rules';

const unknownMethod = () => notFound('method not found');

const onlyWith = (form: 'bot' | 'plain', refusal: () => Refusal): Rule => ({
	arrives: ({ pathForm }) => {
		if (pathForm !== form) throw refusal();
	},
});

/** The answer of a server that reads "bot" as the beginning of the token. */
const unknownToken = () => new Refusal(401, 'Unauthorized');

/** The first source writes these names in lower case (reference 1). */
const SHOWN_IN_LOWER_CASE: MethodName[] = [
	'restrictChatMember',
	'banChatMember',
	'deleteMessages',
	'getChatMember',
	'sendMessage',
	'getUpdates',
	'setWebhook',
];

const isShownAs = (written: string, name: MethodName) =>
	written === name || (SHOWN_IN_LOWER_CASE.includes(name) && written === name.toLowerCase());

const MODES = ['MarkdownV2', 'Markdown', 'HTML'];

const CHANGING_PERMISSIONS: MethodName[] = ['setChatPermissions', 'restrictChatMember'];

const given = ({ params }: Asked) => params.permissions as Permissions;

/** The current permissions of all members, or of the member of a call. */
function permissionsNow({ store, params }: Asked): Permissions {
	const chat = store.chat(params.chat_id);
	const all = Object.fromEntries(PERMISSIONS.map((name) => [name, true]));
	const now =
		params.user_id === undefined
			? chat.permissions
			: store.member(chat.id, Number(params.user_id))?.permissions;
	return { ...all, ...now };
}

/** Adds the person's current rights that a call leaves out. */
function keepRights({ store, params }: Asked): void {
	const chat = store.chat(params.chat_id);
	const now = store.member(chat.id, Number(params.user_id))?.rights ?? {};
	for (const [right, has] of Object.entries(now)) {
		const isKnown = Object.hasOwn(METHODS.promoteChatMember.params, right);
		if (isKnown && has) params[right] ??= true;
	}
}

/** How other dialects read requests and treat rights. */
export const ARRIVAL_RULES: Rules = {
	tokenPath: {
		'only with bot': onlyWith('bot', unknownMethod),
		'only without': onlyWith('plain', unknownToken),
	},
	methodCase: {
		exact: {
			arrives: ({ written, name }) => {
				if (!isShownAs(written, name)) throw unknownMethod();
			},
		},
	},
	getRequests: {
		refused: {
			arrives: ({ request }) => {
				if (request.method === 'GET') throw new Refusal(405, 'Method Not Allowed');
			},
		},
	},
	formBodies: {
		refused: {
			arrives: ({ request }) => {
				if (!request.headers['content-type']?.includes('urlencoded')) return;
				throw badRequest('the body must be a JSON object');
			},
		},
	},
	queryParameters: {
		refused: {
			arrives: ({ request, raw }) => {
				for (const name of Object.keys(request.query as object)) delete raw.values[name];
			},
		},
	},
	parseModeCase: {
		exact: {
			begins: ({ params: { parse_mode: mode } }) => {
				if (mode !== undefined && !MODES.includes(mode as string)) {
					throw badRequest('unsupported parse_mode');
				}
			},
		},
	},
	missingPermissions: {
		kept: {
			methods: CHANGING_PERMISSIONS,
			begins: (call) => {
				call.params.permissions = { ...permissionsNow(call), ...given(call) };
			},
		},
		refused: {
			methods: CHANGING_PERMISSIONS,
			begins: (call) => {
				const missing = PERMISSIONS.find((name) => given(call)[name] === undefined);
				if (missing) throw badRequest(`permission "${missing}" is required`);
			},
		},
	},
	newPermissions: {
		accepted: {
			methods: CHANGING_PERMISSIONS,
			begins: (call) => {
				const known = Object.entries(given(call)).filter(([name]) =>
					(PERMISSIONS as readonly string[]).includes(name),
				);
				call.params.permissions = Object.fromEntries(known);
			},
		},
	},
	missingRights: { kept: { methods: ['promoteChatMember'], begins: keepRights } },
};
