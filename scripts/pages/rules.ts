/** The table of rules of docs/triggers.md: labels and names are those of the code. */
import type { INodeProperties } from 'n8n-workflow';

import { rules } from '../../nodes/BotMessaging/fields/rules';
import { rulesOf } from '../../nodes/BotMessaging/moderation/rules';
import { table } from '../lib/table';

/** By field: what a message breaks it with. */
const BROKEN_IF: Record<string, string> = {
	fileTypes: 'its file has a name with one of these endings',
	floodMessages: 'a person writes more messages in a chat within the given seconds',
	forwarded: 'it was forwarded',
	inviteLinksExcept:
		'it has an invite link that is not listed, such as `t.me/+AbCd`, in its text, behind words or in its buttons',
	largerThanMb: 'its file is larger, if the server says how large it is',
	linksExcept:
		'it has a link to a domain that is not listed, in its text or its buttons; subdomains (`de.example.com`) are allowed too. `t.me/mygroup` allows only this path and what is below it',
	linksTo: 'it has a link to a domain or a path that is listed',
	locked:
		'it is of one of these kinds: sticker, animation (GIF), voice, video note, poll, contact, location, game, story, paid media, checklist and so on, sent via a bot, in the name of a channel, or with a link in a button',
	longerThan: 'its text has more characters',
	messagesPerDay: 'the person has already written this many messages in this chat within 24 hours',
	moreCapitalsThan:
		'it has 10 letters or more that can be capitals, and more of all its letters are capitals',
	moreEmojiThan: 'it has more emoji; a flag or a family is one',
	moreLinesThan: 'its text has more lines',
	moreMentionsThan: 'it mentions more people',
	newcomerMessages:
		'it is one of the first messages of a person who was seen to join, and it was forwarded or has a link that is not under **Allowed Links**',
	patterns:
		'a regular expression matches in it. A table further down says what can be written in one',
	raidJoins:
		'more people join a chat within the given seconds. This rule judges joins, not messages',
	sameTextChats:
		'its sender has sent the same text of 20 or more characters to this many chats or more within an hour',
	scripts:
		'more than 20 % of its letters are of another alphabet; **Other Letters (Percent)** changes the number',
	slowSeconds:
		'the same person has written in this chat less than so many seconds ago; messages that broke this rule do not count',
	words:
		'it contains a word of your list as a whole word; `words` lists them. Upper case, look-alike letters (`cаsino` with a Cyrillic а, `c4sin0`) and invisible characters make no difference. Accents do, unless **Ignore Accents** is on: `ano` then also matches `año`. A word with punctuation or emoji (`18+`, `t.me`) matches exactly. In Chinese, Japanese, Thai, Lao, Burmese and Khmer, a dictionary says where words begin and end: `大麻` is not found in `大麻烦`',
};

const VALUES = { boolean: true, number: 1, string: 'x', multiOptions: [] } as Record<
	string,
	unknown
>;

/** The rules that a field is enough for; none for a field that only refines another one's. */
const namesOf = ({ name, type }: INodeProperties) =>
	rulesOf({ [name]: VALUES[type] }).map(([rule]) => rule);

/** Throws if a rule has no words here, or words have no rule. */
export function rulesTable(): string {
	const fields = (rules.options as INodeProperties[]).filter((field) => namesOf(field).length > 0);
	const missing = fields.filter(({ name }) => !(name in BROKEN_IF)).map(({ name }) => name);
	const gone = Object.keys(BROKEN_IF).filter((key) => !fields.some(({ name }) => name === key));
	if (missing.length + gone.length > 0) {
		throw new Error(
			`scripts/pages/rules.ts has no words for: ${missing.join(', ')}; and words without a rule: ${gone.join(', ')}`,
		);
	}
	const rows = fields.map((field) => [
		field.displayName,
		BROKEN_IF[field.name]!,
		namesOf(field)
			.map((rule) => `\`${rule}\``)
			.join(', '),
	]);
	const byLabel = ([one = '']: string[], [other = '']: string[]) => one.localeCompare(other, 'en');
	return table(['Rule', 'A message breaks it if', 'In `brokenRules`'], rows.sort(byLabel));
}
