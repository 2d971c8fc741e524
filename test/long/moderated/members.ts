import { DEFAULTS } from '../../support/emulator';

export const group = DEFAULTS.chats.demoGroup;
export const { moderators } = DEFAULTS.chats;

/** A moderator, who may hit only the people she means. */
export const RITA = 3001;
export const DELLA = 3002;
/** Asks for the rules: when she gets them, the bot is done with everything before. */
export const FRIDA = 3003;
/** Adds others to the group. */
export const ADAM = 3004;
/** Milan mutes and frees only him, while the others command. */
export const KAI = 3005;
export const CHANNEL = -1160;
export const CHANNEL_TITLE = 'Watches';

/** Names that are commands, times, numbers or other people's names, or that are invisible. */
const NAMES: Array<[firstName: string, username?: string]> = [
	['Mia', 'mia_one'],
	['Mia', 'mia_two'],
	['Mia'],
	['mia', 'miamia'],
	['Міа', 'mia_cyrillic'],
	['Noah', 'ban'],
	['Noah'],
	['/ban', 'mute'],
	['/mute 2h', 'warn_me'],
	['@noah', 'not_noah'],
	['@olga'],
	['1001'],
	['2005', 'number_2005'],
	['2h', 'two_h'],
	['forever', 'forever'],
	['👨\u200D👩\u200D👧', 'family'],
	['\u202Eeoz\u200F', 'zoe_r'],
	['עמית', 'amit'],
	['محمد', 'mohamed'],
	['Olga', 'olga_real'],
	['Milan', 'milan_'],
	['Spam', 'spammer'],
	['spam', 'spam'],
	['Nguyễn Thị Ánh', 'anh'],
	['Zoë'],
	['\u200B\u3164'],
	['Ivan', 'ivan'],
	['Иван', 'ivan_2'],
	['李雷', 'lilei'],
	['李雷'],
	['半小时', 'half_hour'],
	['all', 'everyone'],
	['admin', 'administrator'],
	['🍕', 'pizza'],
	['Ana María', 'ana'],
	['Ana', 'ana_maria'],
	['.', 'dot_dot'],
	['Demo Bot', 'demo_b0t'],
	['undefined', 'undefined'],
	['{user}', 'user'],
	['สมชาย ใจดี', 'somchai'],
	['김민수', 'minsu'],
	['さくら'],
	['Γιώργος', 'giorgos'],
	['प्रिया', 'priya'],
	['İpek Çağla', 'ipek'],
	['Łukasz ' + 'ż'.repeat(121)],
];

export interface Member {
	id: number;
	firstName: string;
	username?: string;
	/** The bot has seen them under this username. */
	isMet: boolean;
}

export const everybody = (): Member[] =>
	NAMES.map(([firstName, username], index) => ({
		id: 2001 + index,
		firstName,
		username,
		isMet: false,
	}));

export const userOf = ({ id, firstName, username }: Member) => ({
	id,
	is_bot: false,
	first_name: firstName,
	...(username && { username }),
});

const person = (id: number, first_name: string) => ({
	id,
	is_bot: false,
	first_name,
	username: first_name.toLowerCase(),
});

const administrator = (user_id: number, rights: string[]) => ({
	chat_id: group,
	user_id,
	status: 'administrator',
	rights: Object.fromEntries(rights.map((right) => [right, true])),
});

/** A group with these members, three more administrators, and a member's channel. */
export const worldOf = (members: Member[]) => ({
	users: [
		...members.map(userOf),
		person(RITA, 'Rita'),
		person(DELLA, 'Della'),
		person(FRIDA, 'Frida'),
		person(ADAM, 'Adam'),
		person(KAI, 'Kai'),
	],
	chats: [{ id: CHANNEL, type: 'channel', title: CHANNEL_TITLE }],
	members: [
		...members.map(({ id }) => ({ chat_id: group, user_id: id, status: 'member' })),
		administrator(RITA, ['can_restrict_members']),
		administrator(DELLA, ['can_delete_messages', 'can_pin_messages']),
		{ chat_id: group, user_id: FRIDA, status: 'member' },
		{ chat_id: group, user_id: ADAM, status: 'member' },
		{ chat_id: group, user_id: KAI, status: 'member' },
		{ chat_id: CHANNEL, user_id: ADAM, status: 'creator' },
	],
});

/** Letters that look the same in Cyrillic. */
const ALIKE: Record<string, string> = {
	a: 'а',
	e: 'е',
	o: 'о',
	i: 'і',
	p: 'р',
	c: 'с',
	x: 'х',
	y: 'у',
};
export const alike = (name: string) => name.replace(/[aeoipcxy]/, (letter) => ALIKE[letter]);
