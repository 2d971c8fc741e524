import type { BoundName } from '../../nodes/BotMessaging/api/bounds';

const LAST_USED = 'the one that was not used for the longest time';
const OLDEST = 'the oldest one';
const NOBODY = 'nothing: no more are counted until there is room';

/** By row of `BOUNDS`: what is kept, what goes first, and what a user notices then. */
export const KEPT: Record<BoundName, [kept: string, first: string, then: string]> = {
	administrators: [
		'chats of a bot whose administrators are known for five minutes, and as many whose channel is known',
		OLDEST,
		'The trigger asks the server again.',
	],
	answers: [
		'questions in chats, and as many answers, people who answered, and chats with a question',
		OLDEST,
		'n8n is asked again about a press. A press of an old question may need the buttons in its message. An answer without a reply to the question may count as a normal message.',
	],
	brokenAlbums: [
		'albums that broke a rule, of a trigger',
		OLDEST,
		'Parts of the album that come later are judged by themselves.',
	],
	chatNames: [
		'names of chats with their IDs',
		LAST_USED,
		'Requests to a chat by its name and by its ID may overtake each other, until an answer shows both.',
	],
	chats: [
		'chats of a bot, for lists',
		'the one from which nothing came for the longest time',
		'The chat is missing in From List and in Get Many. Write its ID.',
	],
	commandHints: [
		'people who got hints about a command in the last ten seconds',
		OLDEST,
		'A person may get more than three hints in ten seconds.',
	],
	compiledLists: [
		'lists of words, links, files or patterns that are ready for use, of each kind in a trigger',
		OLDEST,
		'A message takes longer to judge.',
	],
	confirmed: [
		'updates that are over, in case the server sends them again',
		OLDEST,
		'If the server sends an older one again, the workflow may start again.',
	],
	daily: [
		'messages within the rule **Maximum a Day for Each Person**, of a trigger; about 30 bytes for each',
		NOBODY,
		'A message that is not counted does not break the rule: nobody is punished for what is not known. The log and Check Setup say so.',
	],
	dailyStarts: [
		'messages within the filter **Maximum a Day for Each Person**, of a trigger; about 30 bytes for each',
		NOBODY,
		'A message that is not counted does not start the workflow: it may cost money. The log and Check Setup say so.',
	],
	flood: [
		'people with their latest messages, for the rule **Flood**, of a trigger',
		'who has not written for the longest time',
		'That person’s count begins at 0. If their messages were still within the time of the rule, the log and Check Setup say so.',
	],
	joins: [
		'people who were seen joining a chat, of a bot',
		'who joined first',
		'The person counts as a member of long ago, for **Joined Within (Days)** and for **Newcomers: Messages Without Links**. If their join still counted, the log and Check Setup say so.',
	],
	learned: ['lists of rows of **Looks Like Spam**', LAST_USED, 'They are learned again.'],
	migrations: [
		'groups that became supergroups, of a bot',
		OLDEST,
		'Filters with the old ID of such a group may not match.',
	],
	newcomers: [
		'newcomers with their first messages, of a trigger',
		'who wrote the latest of these longest ago',
		'The rule spares that person, and those who joined before and have not written yet: nobody is punished for what is not known. The log and Check Setup say so.',
	],
	notices: [
		'warnings of the polling triggers of a bot, so that none is repeated',
		OLDEST,
		'A warning comes twice.',
	],
	openCommands: [
		'commands of a bot that wait for a press that says whom they mean',
		OLDEST,
		'A press does nothing and is answered. Write the command again.',
	],
	paces: [
		'chats of a bot whose limits are known, and as many that were refused lately',
		LAST_USED,
		'The server may refuse a request to that chat once more.',
	],
	patternSigns: [
		'characters with the patterns that can begin there, for a list of patterns',
		OLDEST,
		'A message takes longer to judge.',
	],
	patternSignsFurther: ['characters after each of these', OLDEST, 'The same.'],
	patternSteps: ['characters for each part of a pattern', OLDEST, 'The same.'],
	people: [
		'people whom a bot has met, with their names',
		'who was not seen for the longest time',
		'A command with the username of this person says that the name is unknown, until the bot sees the person again.',
	],
	pushes: [
		'updates that were pushed, of a webhook trigger; as many that cannot be read, and failed starts',
		OLDEST,
		'If the server pushes an older one again, the workflow starts again.',
	],
	raidChats: [
		'chats with their latest joins, for the rule **Raid**, of a trigger',
		'the chat that nobody joined for the longest time',
		'The count of that chat begins at 0. If the joins were still within the time of the rule, the log and Check Setup say so.',
	],
	raidJoins: ['joins of a chat for the rule **Raid**', OLDEST, 'The count stays at this number.'],
	sameText: [
		'texts with their writer, for **Same Text in Several Chats**, of a trigger',
		'the text that was not written for the longest time',
		'Its count begins at 0. If it was written within an hour, the log and Check Setup say so.',
	],
	slowMode: [
		'messages within **Slow Mode**, of a trigger; about 30 bytes for each',
		NOBODY,
		'A message that is not counted does not break the rule. The log and Check Setup say so.',
	],
	startedJoins: [
		'people who joined, of a trigger, because a server tells of a join twice',
		OLDEST,
		'The workflow may start twice for a person who joins.',
	],
	startsOfAll: [
		'messages within **Maximum a Day for All**, of a trigger',
		NOBODY,
		'No more start the workflow.',
	],
	subscriptions: [
		'bots, and triggers of each, except those that a running trigger needs',
		'the one that was not used for the longest time; each one after a day without use',
		'What is kept of it in this table is forgotten.',
	],
	toldMembers: [
		'people of whom an update said if they are an administrator, of a bot',
		OLDEST,
		'The trigger asks the server.',
	],
	waiting: [
		'updates that wait for a slow workflow, of a polling trigger; 1,000 bytes of a long one count as one',
		'the newest one of the person with most of them',
		'It does not start this workflow. The log, a failed execution and Check Setup say so.',
	],
	written: [
		'people in groups with their messages of 48 hours, of a bot',
		'who has not written for the longest time',
		'**Delete Messages of the Last (Minutes)** does not find these messages. The log and Check Setup say so.',
	],
	wrongCommands: [
		'wrong commands of a bot, in case that they are corrected by editing',
		OLDEST,
		'Editing it does nothing. Write the command again.',
	],
};
