import { METHODS } from '../../reference';
import type { CommandList } from '../world/entities';
import type { CallContext, Methods } from './method';
import { badRequest, notFound } from '../world/refusal';

const { most: MOST_COMMANDS } = METHODS.setMyCommands.params.commands;
const IN_CHAT = ['chat', 'chat_administrators', 'chat_member'];
const SCOPES = ['default', 'all_private_chats', 'all_group_chats', 'all_chat_administrators'];

/** Which people a call is about (reference 5.8). Throws 400 and 404. */
function audienceOf({ store, params }: CallContext): Pick<CommandList, 'scope' | 'language_code'> {
	const language_code = (params.language_code as string | undefined) ?? '';
	const given = (params.scope ?? { type: 'default' }) as Record<string, unknown>;
	const { type, chat_id, user_id } = given;
	if (SCOPES.includes(String(type))) return { scope: String(type), language_code };
	if (!IN_CHAT.includes(String(type))) throw badRequest("can't parse BotCommandScope");
	const chat = store.chat(chat_id);
	if (type !== 'chat_member') return { scope: `${String(type)} ${chat.id}`, language_code };
	if (!store.user(Number(user_id))) throw notFound('user not found');
	return { scope: `chat_member ${chat.id} ${Number(user_id)}`, language_code };
}

function checkCommand({ command, description, ...more }: Record<string, unknown>): void {
	const isCommand = typeof command === 'string' && /^[a-z0-9_]{1,32}$/.test(command);
	if (!isCommand || Object.keys(more).length > 0) throw badRequest('BOT_COMMAND_INVALID');
	const length = typeof description === 'string' ? description.length : 0;
	if (length < 1 || length > 256) throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
}

const isFor =
	({ scope, language_code }: Pick<CommandList, 'scope' | 'language_code'>) =>
	(list: CommandList) =>
		list.scope === scope && list.language_code === language_code;

function setMyCommands(context: CallContext): true {
	const { store, bot, params } = context;
	const commands = params.commands as Array<Record<string, unknown>>;
	if (commands.length > MOST_COMMANDS) throw badRequest('BOT_COMMANDS_TOO_MUCH');
	for (const command of commands) checkCommand(command);
	const audience = audienceOf(context);
	const others = (bot.commands ?? []).filter((list) => !isFor(audience)(list));
	bot.commands = commands.length > 0 ? [...others, { ...audience, commands }] : others;
	store.changed('commands', { bot_id: bot.id, commands: bot.commands });
	return true;
}

function getMyCommands(context: CallContext): object[] {
	return (context.bot.commands ?? []).find(isFor(audienceOf(context)))?.commands ?? [];
}

const RIGHTS = [
	...['is_anonymous', 'can_manage_chat', 'can_post_messages', 'can_edit_messages'],
	...['can_delete_messages', 'can_manage_video_chats', 'can_restrict_members'],
	...['can_promote_members', 'can_change_info', 'can_invite_users', 'can_pin_messages'],
];

function setMyDefaultAdministratorRights({ bot, params, reading }: CallContext): true {
	const rights: Record<string, boolean> = {};
	for (const [name, value] of Object.entries(params.rights ?? {})) {
		const reason = `invalid rights format: "${name}"`;
		if (!RIGHTS.includes(name)) reading.unknown(`rights.${name}`, reason);
		else if (typeof value !== 'boolean') throw badRequest(reason);
		else rights[name] = value;
	}
	const kind = params.for_channels ? 'channels' : 'groups';
	const { [kind]: _before, ...others } = bot.default_rights ?? {};
	bot.default_rights = params.rights === undefined ? others : { ...others, [kind]: rights };
	return true;
}

/** Reference 5.8 and 5.1. */
export const commandMethods = {
	setMyCommands: {
		run: setMyCommands,
	},
	getMyCommands: { run: getMyCommands },
	setMyDefaultAdministratorRights: {
		run: setMyDefaultAdministratorRights,
	},
} satisfies Methods;
