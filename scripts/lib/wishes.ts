/** A wish of moderators, and how this package grants it. */
export interface Wish {
	/** Its number in the list of forty. */
	number: number;
	feature: string;
	/** What to choose in which form: names of forms in bold, as the editor shows them. */
	how: string;
	/** The nodes that it takes, or an example that contains them. */
	by: string[] | { example: string };
	/** The file in `test/`, without its ending, and the name of a test, of a group or of a case in it. */
	test: [file: string, name: string];
}

const BREAKS = 'Trigger with the rule';
const DELETE = 'Message > Delete Message';
const COMMAND = 'Trigger with the command';

const RULES = 'nodes/moderation/rules';
const JUDGING = 'engine/triggers/judging';
const COMMANDS = 'engine/triggers/commands';

/** A rule of the trigger, and the node that deletes a message that breaks it. */
const rule = (
	number: number,
	feature: string,
	how: string,
	test: Wish['test'],
	acts = [DELETE],
): Wish => ({ number, feature, how, by: [BREAKS, ...acts], test });

/** The wishes that a test shows to be granted, in the order of the list. */
export const WISHES: Wish[] = [
	rule(
		1,
		'Forbidden words',
		'In the trigger **Rules > Forbidden Words**. Then **Delete Message**, and **Restrict** or **Ban** with **How Long**.',
		['nodes/moderation/corpus', 'nearly all evasions are found'],
		[DELETE, 'Member > Restrict'],
	),
	rule(
		2,
		'Allowed and forbidden domains',
		'**Rules > Allowed Links**, **Forbidden Links**, or both.',
		[RULES, 'allowed and forbidden links together'],
	),
	rule(
		3,
		'Invite links of other chats',
		'**Rules > Allowed Invite Links**: list those of your own chats.',
		[RULES, 'invite links'],
	),
	rule(
		4,
		'Forwards',
		'**Rules > No Forwarded Messages**. To allow some channels, put an If node behind the trigger.',
		[JUDGING, 'a message that is forwarded'],
	),
	rule(5, 'Locks by kind', '**Rules > Locked Kinds**: sticker, GIF, voice, poll and so on.', [
		RULES,
		'locked kinds',
	]),
	rule(6, 'Files', '**Rules > Forbidden File Types** and **Maximum File Size (MB)**.', [
		RULES,
		'file types',
	]),
	rule(7, 'Script', '**Rules > Allowed Scripts**: the alphabets of your languages.', [
		RULES,
		'script: Latin alone',
	]),
	rule(
		8,
		'Capitals, emoji, lines, length',
		'**Rules > Maximum Capitals (Percent)**, **Maximum Emoji**, **Maximum Lines**, **Maximum Length (Characters)**.',
		[RULES, 'capitals'],
	),
	rule(
		9,
		'Mentions',
		'**Rules > Maximum Mentions**. For mentions of administrators, their names under **Forbidden Words**.',
		[JUDGING, 'mentions'],
	),
	rule(
		10,
		'Patterns',
		'**Rules > Forbidden Patterns**. A pattern that could take long is refused.',
		[
			'nodes/moderation/patterns',
			'a pattern that could take long is refused with the name of the field',
		],
	),
	{
		number: 11,
		feature: 'Flood',
		how: '**Rules > Flood: Maximum Messages**. The example mutes, and deletes all of the flood.',
		by: { example: 'flood-guard' },
		test: [
			'e2e/examples/floodGuard',
			'a person who floods is muted, all of it is deleted, and the moderators are told once',
		],
	},
	rule(
		12,
		'Same text in several chats',
		'**Rules > Same Text in Several Chats**. The item lists the copies of the last hour, to delete them everywhere.',
		[JUDGING, 'a text that is repeated in several chats brings all the messages'],
	),
	rule(13, 'Slow mode', '**Rules > Slow Mode (Seconds)**.', [
		JUDGING,
		'slow mode lets one message per person through in its time',
	]),
	{
		number: 14,
		feature: 'Raid',
		how: '**Rules > Raid: Maximum Joins**. The example closes the group, mutes those who joined, and asks the moderators when to open it again, and whether to let them in or to remove them all.',
		by: { example: 'raid-guard' },
		test: [
			'e2e/examples/raidGuard',
			'closes the group, mutes everyone in the raid, and reopens it unchanged when a moderator says so',
		],
	},
	rule(
		15,
		'Newcomers',
		'**Rules > Newcomers: Messages Without Links**. For media: **Filters > Joined Within (Days)** and **Rules > Locked Kinds**. The trigger must have seen the person join.',
		[
			JUDGING,
			'the first message of a person who joined cannot have a link, and those of others can',
		],
	),
	{
		number: 16,
		feature: 'Captcha by button',
		how: 'The example mutes who joins, and asks with **Send and Wait for Answer**.',
		by: { example: 'welcome' },
		test: ['e2e/examples/welcome', 'a new member is muted until they press the right answer'],
	},
	{
		number: 17,
		feature: 'Captcha by question',
		how: '**Restrict** to text, then **Send and Wait for Answer** with **Response Type**, _Typed Reply_, and **Reply Type**, _One of a List_. **Allowed Replies** has the right answers; after another one the bot asks again. Several questions are several such nodes.',
		by: [
			'Trigger with Only New Members',
			'Member > Restrict',
			'Message > Send and Wait for Answer',
			'Member > Restrict',
		],
		test: ['e2e/waiting/people', 'is the answer, together with its value'],
	},
	{
		number: 18,
		feature: 'Captcha by picture',
		how: 'The example draws letters with n8n’s Edit Image. Who types must be able to write, so it allows text and deletes what is no answer.',
		by: { example: 'captcha-picture' },
		test: ['e2e/examples/captchaPicture', 'the letters are in the picture and nowhere else'],
	},
	{
		number: 19,
		feature: 'Rules to accept',
		how: 'The example mutes until the person presses _I accept_, and removes people who do not within ten minutes.',
		by: { example: 'welcome-rules' },
		test: [
			'e2e/examples/welcomeRules',
			'two newcomers each accept only for themselves, and nobody else accepts for them',
		],
	},
	{
		number: 20,
		feature: 'Welcome and goodbye',
		how: 'The same example: the last welcome stays, and the one before it is deleted if it is not older than 48 hours. Not in private: a bot cannot write to a person first.',
		by: { example: 'welcome-rules' },
		test: [
			'e2e/examples/welcomeRules',
			'a new member is muted until they accept, and only the last welcome stays',
		],
	},
	{
		number: 21,
		feature: 'Join requests',
		how: 'The example lets in by a rule; about others moderators decide.',
		by: { example: 'join-requests' },
		test: ['e2e/examples/joinRequests', 'a moderator decides about the others'],
	},
	{
		number: 22,
		feature: '/warn, /unwarn and /warns',
		how: 'The example stores warnings in a data table; the second mutes for a day, the third `/warn` bans, and they end after 30 days. Rules only mute, unless you turn on `ban`.',
		by: { example: 'moderator-warnings' },
		test: [
			'e2e/examples/moderatorCommands',
			'warnings add up, are removed by /unwarn and Undo, and mute and ban',
		],
	},
	{
		number: 23,
		feature: '/mute and /unmute for a time',
		how: '**Outputs > One per Command** with **Arguments** such as `{user} {duration?} {reason…?}`, for administrators only. Then **Restrict**.',
		by: [COMMAND, 'Member > Restrict'],
		test: [COMMANDS, 'has them parsed, with the author of the message that it answers'],
	},
	{
		number: 24,
		feature: '/ban, /tban, /unban, /kick',
		how: 'The same with **Ban** or **Unban**. To kick, choose _Kick_ in How Long. **Delete Messages of the Last (Minutes)** also deletes what the person wrote lately.',
		by: [COMMAND, 'Member > Ban'],
		test: [COMMANDS, 'works for administrators with the right, and for the owner'],
	},
	{
		number: 25,
		feature: '/del and /purge',
		how: 'A command as a reply, then **Delete Message** or **Purge Messages**. The service deletes messages of the last 48 hours.',
		by: [COMMAND, 'Message > Purge Messages'],
		test: [
			'e2e/examples/cleanup',
			'/purge by an administrator deletes everything from a message on, and says how many messages',
		],
	},
	{
		number: 26,
		feature: '/lock, /unlock and /locks',
		how: 'The example stores what is locked in a data table. In the example moderator-judge, **Check** gets **Locked Kinds**, **Allowed Links** and more from there.',
		by: { example: 'moderator-rules' },
		test: [
			'e2e/examples/moderatorCommands',
			'a rule that is changed in the chat counts for the next messages',
		],
	},
	{
		number: 27,
		feature: '/addword and /allow',
		how: 'A command adds a row to a data table. Behind another trigger, a Data table node gets the rows, and **Check**, with _Execute Once_ in its settings, judges by them: **Forbidden Words**, **Allowed Links** or **Forbidden Links** take the list from an expression.',
		by: [
			COMMAND,
			'Data table > Create',
			'Data table > Insert',
			'Trigger',
			'Data table > Get',
			'Message > Check',
			'Filter',
			DELETE,
		],
		test: [
			'e2e/moderationWishes',
			'a word that an administrator adds in the chat applies from the next message on',
		],
	},
	{
		number: 28,
		feature: '/slow',
		how: 'The example stores when each person wrote, and deletes what comes too soon. The seconds are from the example moderator-rules.',
		by: { example: 'moderator-judge' },
		test: [
			'e2e/examples/moderatorCommands',
			'slow mode deletes messages that come too soon, except those of administrators, until it is off',
		],
	},
	{
		number: 29,
		feature: '/report',
		how: 'The example shows the message to the moderators, with buttons. Several reports of people whose earlier ones were right delete it and mute its writer until they decide, for two days at most.',
		by: { example: 'report' },
		test: ['e2e/examples/report', 'the moderators get the message, the reporter and the reason'],
	},
	{
		number: 30,
		feature: 'Undo',
		how: 'The example asks the moderators with the button _Undo_, and lifts the mute or the ban.',
		by: { example: 'moderation' },
		test: ['e2e/examples/moderation', 'Undo lifts the mute, and the warning no longer counts'],
	},
	{
		number: 31,
		feature: 'Log channel',
		how: 'The example logs what people do to members by hand, and what your workflows tell it. The service does not say why a person did something.',
		by: { example: 'log-and-report' },
		test: [
			'e2e/examples/logAndReport',
			'what a person does to another is logged, and what people do themselves is not',
		],
	},
	{
		number: 32,
		feature: 'Log only',
		how: '**Rules > Log Only**: the trigger has one more output, Would Have, for messages that break a rule.',
		by: ['Trigger with the rule', 'Message > Send Message'],
		test: [JUDGING, 'a message that breaks rules in Log Only mode leaves by its own output: %j'],
	},
	{
		number: 33,
		feature: 'Ban everywhere',
		how: 'The example bans in each group of a list in which the moderator may, and says what was done in each.',
		by: { example: 'ban-everywhere' },
		test: [
			'e2e/examples/banEverywhere',
			'bans in each group in which the moderator may, and reports the result for each',
		],
	},
	{
		number: 34,
		feature: 'Night mode',
		how: 'The example closes groups at night with **Set Permissions**, and opens them in the morning.',
		by: { example: 'night-mode' },
		test: ['e2e/examples/nightMode', 'members cannot write at night, and can in the morning'],
	},
	{
		number: 35,
		feature: 'Cleanup',
		how: 'The example deletes at night what it has seen and what is older than a day. For “X joined”: **Outputs > One per Kind** with **Join** and **Leave**, then **Delete Message**.',
		by: { example: 'cleanup' },
		test: [
			'e2e/examples/cleanup',
			'deletes old messages, requests nothing beyond 48 hours, and forgets both',
		],
	},
	{
		number: 36,
		feature: 'Delete after n seconds',
		how: 'Behind **Send Message** a Wait node, then **Delete Messages** with both numbers.',
		by: { example: 'delete-after' },
		test: [
			'e2e/examples/deleteAfter',
			'a message that a moderator sends for a limited time is deleted with its command, and delays nothing',
		],
	},
	{
		number: 37,
		feature: 'AI judge',
		how: 'The example deletes what breaks a rule, and asks a language model about the other messages of newcomers. If the model takes one for spam, moderators decide by buttons.',
		by: { example: 'ai-spam-judge' },
		test: [
			'e2e/examples/aiSpamJudge',
			'instructions to the model change only if the moderators are asked',
		],
	},
	{
		number: 38,
		feature: 'Approved members',
		how: '**Exclude > Users** in the trigger with the rules.',
		by: ['Trigger with the rule'],
		test: [JUDGING, 'exclusions'],
	},
	{
		number: 39,
		feature: 'Notes and /rules',
		how: '**Outputs > One per Command**, then **Send Message**.',
		by: [COMMAND, 'Message > Send Message'],
		test: ['engine/triggers/routing', 'one per command'],
	},
	{
		number: 40,
		feature: 'Report of the week',
		how: 'The example counts by rule and by person, and sends two tables on Mondays.',
		by: { example: 'log-and-report' },
		test: [
			'e2e/examples/logAndReport',
			'the actions of workflows are logged with their reasons, and the report counts them all',
		],
	},
];
