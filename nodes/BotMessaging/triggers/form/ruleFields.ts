import type { INodeProperties } from 'n8n-workflow';

export const rules: INodeProperties = {
	displayName: 'Rules',
	name: 'rules',
	type: 'collection',
	placeholder: 'Add Rule',
	default: {},
	description:
		'Only messages that break at least one of these rules start the workflow. The item lists the broken rules in brokenRules.',
	options: [
		{
			displayName: 'Allowed Links',
			name: 'linksExcept',
			type: 'string',
			default: '',
			placeholder: 'e.g. example.com, t.me/mygroup',
			description:
				'The domains that messages may link to, including their subdomains, separated by commas. With a path, as in t.me/mygroup, only that path is allowed. Leave empty to forbid all links.',
		},
		{
			displayName: 'Flood: Maximum Messages',
			name: 'floodMessages',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
			default: 5,
			description:
				'The maximum number of messages of a person in a chat within the time below. The first message over the limit outputs the IDs of all of them in flood, and each further one outputs its own ID. A restart of n8n resets the count.',
		},
		{
			displayName: 'Flood: Within (Seconds)',
			name: 'floodSeconds',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 3600 },
			default: 10,
			description: 'The time span to count messages in. The default is 10 seconds.',
		},
		{
			displayName: 'Forbidden Words',
			name: 'words',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'e.g. casino, free money',
			description:
				'Words and phrases that messages must not contain, separated by commas or line breaks. Only whole words count. Upper case, look-alike letters, digits in place of letters and invisible characters make no difference. Accents do, unless Ignore Accents is on. Words with punctuation or emoji match exactly.',
		},
		{
			displayName: 'Ignore Accents',
			name: 'ignoreAccents',
			type: 'boolean',
			default: false,
			description:
				'Whether a word without accents in Forbidden Words also matches with accents, such as resume in résumé. Words with accents always match exactly.',
		},
		{
			displayName: 'Maximum Length (Characters)',
			name: 'longerThan',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1000,
			description: 'The maximum length of the text of a message',
		},
		{
			displayName: 'Maximum Mentions',
			name: 'moreMentionsThan',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 5,
			description: 'The maximum number of different people that a message may mention',
		},
		{
			displayName: 'No Forwarded Messages',
			name: 'forwarded',
			type: 'boolean',
			default: true,
			description: 'Whether forwarded messages break the rules',
		},
		{
			displayName: 'Same Text in Several Chats',
			name: 'sameTextChats',
			type: 'number',
			typeOptions: { minValue: 2, maxValue: 100, numberPrecision: 0 },
			default: 2,
			description:
				'The number of chats from which on the same text of a person within an hour breaks the rules. Texts of less than 20 characters do not count. The item lists the IDs of all these messages in sameText. A restart of n8n resets the count.',
		},
	],
};
