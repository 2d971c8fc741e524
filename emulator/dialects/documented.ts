/** Numbers from 24: documented for this service, and different elsewhere in the family. */

export const FORMS = {
	tokenPath: {
		number: '2',
		says: 'The token may be in the path with "bot" before it or without',
		choices: ['both', 'only with bot', 'only without'],
	},
	methodCase: {
		number: '24',
		says: 'The name of a method is read in any case',
		choices: ['any', 'exact'],
	},
	getRequests: {
		number: '25',
		says: 'getMe takes GET',
		choices: ['accepted', 'refused'],
	},
	formBodies: {
		number: '26',
		says: 'Parameters may come as a form',
		choices: ['accepted', 'refused'],
	},
	queryParameters: {
		number: '27',
		says: 'Parameters may come in the address',
		choices: ['accepted', 'refused'],
	},
	traceId: {
		number: '28',
		says: 'A refusal has a trace_id',
		choices: ['there', 'left out'],
	},
} as const;

export const TEXTS = {
	parseModeCase: {
		number: '29',
		says: 'parse_mode is read in any case',
		choices: ['any', 'exact'],
	},
	openMarks: {
		number: '30',
		says: 'Marks of Markdown that stay open end with the text',
		choices: ['end', 'refused'],
	},
	dotEscape: {
		number: '31',
		says: 'A backslash before a dot is shown',
		choices: ['shown', 'left out'],
	},
	unknownTags: {
		number: '32',
		says: 'A tag that HTML mode does not know is shown as it was typed',
		choices: ['shown', 'refused'],
	},
	keyboardOnEdit: {
		number: '33',
		says: 'editMessageText without reply_markup removes the keyboard',
		choices: ['removed', 'kept'],
	},
	unchangedEdit: {
		number: '34',
		says: 'An edit that changes nothing is refused',
		choices: ['refused', 'accepted'],
	},
	emptyCommands: {
		number: '35',
		says: 'setMyCommands with an empty list removes the commands',
		choices: ['removes', 'refused'],
	},
	diceEmoji: {
		number: '36',
		says: 'sendDice refuses another emoji with EMOTICON_STICKERPACK_MISSING',
		choices: ['EMOTICON_STICKERPACK_MISSING', 'other words'],
	},
} as const;
