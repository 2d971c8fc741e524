import type { INodeProperties } from 'n8n-workflow';

export const rules: INodeProperties = {
	displayName: 'Rules',
	name: 'rules',
	type: 'collection',
	placeholder: 'Add Rule',
	default: {},
	description:
		'Only messages that break at least one of these rules start the workflow. The item says which, under brokenRules.',
	options: [
		{
			displayName: 'Flood: More Messages Than',
			name: 'floodMessages',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
			default: 5,
			description:
				'Messages that one person may write in a chat within the time below. The message that is one too many brings the IDs of all of them under flood, each further one its own. The count begins anew when n8n is restarted.',
		},
		{
			displayName: 'Flood: Within (Seconds)',
			name: 'floodSeconds',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 3600 },
			default: 10,
			description: 'The time in which the messages are counted, 10 seconds if not given',
		},
		{
			displayName: 'Ignore Accents',
			name: 'ignoreAccents',
			type: 'boolean',
			default: false,
			description:
				'Whether a word of No Words Of that has no accents is also found with accents: resume in résumé. Words with accents always need them.',
		},
		{
			displayName: 'No Forwarded Messages',
			name: 'forwarded',
			type: 'boolean',
			default: true,
			description: 'Whether a message that was forwarded breaks the rules',
		},
		{
			displayName: 'No Links Except To',
			name: 'linksExcept',
			type: 'string',
			default: '',
			placeholder: 'e.g. example.com, t.me/mygroup',
			description:
				'Domains that messages may link to, with their subdomains, separated by commas. With a path, as in t.me/mygroup, only that path is allowed. Leave it empty to forbid all links.',
		},
		{
			displayName: 'No Messages Longer Than (Characters)',
			name: 'longerThan',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1000,
			description: 'How long the text of a message may be',
		},
		{
			displayName: 'No More Mentions Than',
			name: 'moreMentionsThan',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 5,
			description: 'How many different people a message may mention',
		},
		{
			displayName: 'No Same Text in Several Chats',
			name: 'sameTextChats',
			type: 'number',
			typeOptions: { minValue: 2, maxValue: 100, numberPrecision: 0 },
			default: 2,
			description:
				'In how many chats the same text of the same person within an hour is too much. Texts of less than 20 characters do not count. The item brings the IDs of all of them under sameText. The count begins anew when n8n is restarted.',
		},
		{
			displayName: 'No Words Of',
			name: 'words',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'e.g. casino, free money',
			description:
				'Words and groups of words that messages must not contain, separated by commas or each on a line of its own. Only whole words count. Capitals, look-alike letters, digits for letters and signs without width make no difference. Accents do, unless Ignore Accents is on. Words with punctuation or emoji count as written.',
		},
	],
};
