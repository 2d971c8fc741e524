import type { INodeProperties } from 'n8n-workflow';

import { lockableKinds, scripts } from '../update/update';
import { collection, formOnly, number, property, toggle } from './formField';

/** A number that messages must not exceed. */
const most = (
	displayName: string,
	name: string,
	value: number,
	description: string,
	typeOptions: INodeProperties['typeOptions'] = { minValue: 1, numberPrecision: 0 },
) => property(name, description, { displayName, ...number(value, typeOptions) });

const percent = { minValue: 1, maxValue: 100 };
const anHour = { minValue: 1, maxValue: 3600 };
const upTo = (maxValue: number) => ({ minValue: 1, maxValue, numberPrecision: 0 });

/** The most messages of a person in a chat within 24 hours. */
export const perDay = (description: string) =>
	most('Maximum a Day for Each Person', 'messagesPerDay', 20, description, upTo(100));

/** The most messages of all people in all chats within 24 hours. */
export const perDayForAll = most(
	'Maximum a Day for All',
	'allMessagesPerDay',
	500,
	'The maximum number of messages of all people that start the workflow within 24 hours. It limits what an AI model costs. A restart of n8n resets the count.',
	upTo(10_000),
);

const list = (
	displayName: string,
	name: string,
	example: string,
	description: string,
	more: Partial<INodeProperties> = {},
) => property(name, description, { displayName, placeholder: `e.g. ${example}`, ...more });

const fourLines = { typeOptions: { rows: 4 } };

/** Rules about a single message, in groups: words, links, kinds, letters and length. */
const ofMessages: INodeProperties[] = [
	property(
		'words',
		'Words and phrases that messages must not contain, separated by commas or line breaks. Only whole words count. Look-alike letters count too, except in entries with punctuation or emoji. Accents: see Ignore Accents.',
		{ displayName: 'Forbidden Words', placeholder: 'e.g. casino, free money', ...fourLines },
	),
	property(
		'ignoreAccents',
		'Whether a word without accents in Forbidden Words also matches with accents, such as resume in résumé. Accents in Forbidden Words always count.',
		toggle,
	),
	property(
		'patterns',
		'Regular expressions that must not match, one per line. Upper and lower case make no difference. Lookarounds and references to groups are not possible.',
		{
			displayName: 'Forbidden Patterns',
			placeholder: 'e.g. /\\+?\\d{2} ?\\d{3,4} ?\\d{4}/',
			...fourLines,
		},
	),
	list(
		'Forbidden Links',
		'linksTo',
		'bit.ly, t.me/spamgroup',
		'The domains that messages must not link to, including their subdomains, separated by commas. With a path, as in t.me/spamgroup, only that path and what is below it is forbidden, and on no subdomain but www.',
	),
	list(
		'Allowed Links',
		'linksExcept',
		'example.com, t.me/mygroup',
		'The domains that messages may link to, including their subdomains, separated by commas. With a path, as in t.me/mygroup, only that path and what is below it is allowed.',
		{ hint: 'Empty: no links are allowed' },
	),
	list(
		'Allowed Invite Links',
		'inviteLinksExcept',
		't.me/+AbCdEf123',
		'The invite links that messages may contain, separated by commas: those of your own chats. Leave empty to forbid all invite links. Other links are not affected.',
	),
	most(
		'Maximum Mentions',
		'moreMentionsThan',
		5,
		'The maximum number of different people that a message may mention',
	),
	property('locked', 'The kinds of message that break the rules', {
		displayName: 'Locked Kinds',
		type: 'multiOptions',
		options: lockableKinds,
		default: [],
	}),
	property('forwarded', 'Whether forwarded messages break the rules', {
		displayName: 'No Forwarded Messages',
		...toggle,
		default: true,
	}),
	list(
		'Forbidden File Types',
		'fileTypes',
		'exe, apk, scr',
		'The endings that names of files must not have, separated by commas',
	),
	most(
		'Maximum File Size (MB)',
		'largerThanMb',
		20,
		'The maximum size of the photo, video or other file of a message',
		{ minValue: 0.001 },
	),
	property(
		'scripts',
		'The alphabets that messages may be written in. Links, mentions, commands, digits and emoji do not count.',
		{
			displayName: 'Allowed Scripts',
			type: 'multiOptions',
			options: scripts,
			default: ['Latin'],
		},
	),
	most(
		'Other Letters (Percent)',
		'otherLettersPercent',
		20,
		'How many percent of the letters of a message may be of another alphabet. The default is 20.',
		percent,
	),
	most(
		'Maximum Capitals (Percent)',
		'moreCapitalsThan',
		70,
		'How many percent of the letters of a message may be capitals. Messages with fewer than 10 letters of alphabets that have capitals do not count.',
		percent,
	),
	most('Maximum Emoji', 'moreEmojiThan', 10, 'The maximum number of emoji in a message'),
	most(
		'Maximum Length (Characters)',
		'longerThan',
		1000,
		'The maximum length of the text of a message',
	),
	most('Maximum Lines', 'moreLinesThan', 20, 'The maximum number of lines of a message'),
];

/** Rules that count earlier events, so only triggers have them: messages, then newcomers. */
const ofTriggers: INodeProperties[] = [
	most(
		'Flood: Maximum Messages',
		'floodMessages',
		5,
		'The maximum number of messages of a person in a chat within the time below. The first one over the limit outputs the IDs of all of them in flood, each further one its own. A restart of n8n resets the count.',
		upTo(100),
	),
	most(
		'Flood: Within (Seconds)',
		'floodSeconds',
		10,
		'The time span to count messages in. The default is 10 seconds.',
		anHour,
	),
	property(
		'floodReactions',
		'Whether reactions count like messages. The item is about the person who reacted: messageId is the message that they reacted to. Choose Reaction in Trigger On, too.',
		{ displayName: 'Flood: Count Reactions', ...toggle, default: true },
	),
	most(
		'Slow Mode (Seconds)',
		'slowSeconds',
		30,
		'The time that must pass between two messages of a person in a chat. Further messages do not extend it. A restart of n8n resets the time.',
		anHour,
	),
	perDay(
		'The maximum number of messages of a person in a chat within 24 hours. Those above it break the rule, and daily.secondsLeft says when the person may write again. A restart of n8n resets the count.',
	),
	most(
		'Same Text in Several Chats',
		'sameTextChats',
		2,
		'The number of chats from which on the same text of a person within an hour breaks the rules, if it has 20 characters or more. The item lists them in sameText. A restart of n8n resets the count.',
		{ minValue: 2, maxValue: 100, numberPrecision: 0 },
	),
	most(
		'Newcomers: Messages Without Links',
		'newcomerMessages',
		1,
		'How many first messages of a person must have no link and must not be forwarded. Links under Allowed Links are fine. The trigger must have seen the person join.',
		upTo(100),
	),
	most(
		'Raid: Maximum Joins',
		'raidJoins',
		20,
		'The maximum number of people who join a chat within the time below. The first join over the limit outputs the IDs of all in raid; who joins later comes with the next execution. Other changes of members start nothing.',
		upTo(10_000),
	),
	most(
		'Raid: Within (Seconds)',
		'raidSeconds',
		60,
		'The time span to count joins in. The default is 60 seconds.',
		anHour,
	),
];

const logOnly = property(
	'logOnly',
	'Whether messages that break these rules go to an output of their own, Would Have, and to no other one. Use it to try rules in a live group.',
	{ ...toggle, noDataExpression: true, default: true },
);

const spamRows = property(
	'spamRows',
	'Messages that your moderators have judged, as items with text and isSpam, from which this node learns: at least 40, with 5 of spam and 20 of others. The item has spamScore: above 0.5 a message looks like spam.',
	{
		displayName: 'Looks Like Spam',
		type: 'json',
		default: '',
		placeholder: "e.g. {{ $('Get Rows').all() }}",
	},
);

/** The rules of an operation. */
export const messageRules = formOnly(
	'rules',
	'The rules that the message must not break',
	collection('Add Rule', [...ofMessages, spamRows, logOnly]),
);

/** The rules of a trigger. */
export const rules = property(
	'rules',
	'Of messages, only those that break at least one of these rules start the workflow, new or edited. The item lists the broken rules in brokenRules.',
	collection('Add Rule', [...ofMessages, ...ofTriggers, logOnly]),
);
