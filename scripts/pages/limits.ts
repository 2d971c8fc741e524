/** The tables of docs/limits.md: the numbers are those of the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { BOUNDS, type BoundName } from '../../nodes/BotMessaging/api/bounds';
import { KEPT } from './kept';
import { table } from '../lib/table';

/** By file and name: what a constant limits, and what happens beyond. */
const AT_MOST: Record<string, [what: string, beyond: string, number?: string]> = {
	'api/download.ts MOST_REDIRECTS': ['redirects of a download from the server', 'It fails.'],
	'api/errors.ts MOST_CAUSES': ['causes of an error that are looked at', 'Deeper ones are not.'],
	'api/foreign.ts MOST_REDIRECTS': ['redirects of a download from a link', 'It fails.'],
	'api/foreign.ts MOST_ADDRESSES': ['addresses of a host that are tried', 'Others are not.'],
	'callbackData/buttonData.ts MOST_BUTTONS': [
		'buttons of a question',
		'The node refuses it.',
		'94',
	],
	'callbackData/menuData.ts MOST_PAGES': [
		'pages of a menu that Back knows',
		'Back skips the first ones.',
	],
	'dispatch/commandText.ts MOST_WORDS': [
		'words of a time in a command',
		'Further ones are no part of it.',
	],
	'dispatch/routeTrigger.ts MOST_LISTS': [
		'lists of administrators that are requested at a time',
		'Others wait.',
	],
	'dispatch/misfits.ts MOST_ANSWERS': [
		'hints about commands to a member in ten seconds; administrators get all',
		'No hint is sent.',
	],
	'dispatch/routing.ts MOST_NAMESAKES': [
		'people of one name that a question about a command shows',
		'It shows those whom the bot met last. Reply to a message of the others.',
	],
	'engine/form.ts MOST_BELOW_NODE': [
		'characters of an operation’s name below the node, with what it is about',
		'Only the name is there.',
	],
	'engine/remote.ts MOST_UNSTATED_BYTES': [
		'bytes of a file from a link that does not say its size',
		'The item fails.',
		'100 MB; 10 MB for a photo',
	],
	'fields/inviteLink.ts MOST_MEMBERS': ['members of an invite link', 'The item fails.'],
	'fields/keyboardEncode.ts MOST_DATA_BYTES': ['bytes of a button’s data', 'The item fails.'],
	'fields/keyboardEncode.ts MOST_PLACEHOLDER_CHARACTERS': [
		'characters of the placeholder of a keyboard',
		'The item fails.',
	],
	'fields/media.ts MOST_BYTES': [
		'bytes of a file from a URL, by its kind',
		'The item fails.',
		'10 MB for a photo, 100 MB for a document, 2 GB for others',
	],
	'format/language/inlines.ts MOST_LOOKED_AT': [
		'characters of a link’s text that are looked at, from its end',
		'Longer texts are compared by their end only.',
	],
	'format/language/table.ts MOST_WIDTH': [
		'characters of a row of a table that is drawn',
		'The table is written as a list.',
	],
	'format/language/table.ts MOST_CELLS': ['cells of such a table', 'The same.'],
	'format/language/table.ts MOST_IN_CELL': ['characters of such a cell', 'The same.', '1,600'],
	'format/markdown.ts MOST_IN_LABEL': [
		'characters of the text of a link in Markdown',
		'It is no link.',
	],
	'memory/chats.ts MOST_CHATS': [
		'chats in Get Many',
		'A notice says so, but not if a group among them has become a supergroup.',
		'10,000',
	],
	'memory/chats.ts MOST_TITLES': [
		'chats in From List',
		'Search finds the others; after a restart of n8n, only by their ID.',
		'1,000',
	],
	'memory/chats.ts MOST_CHARACTERS': ['characters of a chat’s title in lists', 'It is cut.'],
	'memory/written.ts MOST_OF_PERSON': [
		'messages of a person in a group, for **Delete Messages of the Last (Minutes)**',
		'Older ones stay.',
	],
	'menus/pages.ts MOST_IDS': [
		'pages of menus of a trigger',
		'The workflow cannot be published.',
		'65,536',
	],
	'menus/pages.ts MOST_BUTTONS': [
		'buttons of a page of a menu',
		'The workflow cannot be published.',
	],
	'menus/press.ts MOST_AT_ONCE': ['presses of menus that are answered at a time', 'Others wait.'],
	'moderation/counts.ts MOST_MESSAGES': [
		'messages kept of a person or a text, if the rule does not need more',
		'The oldest ones are not in the list of messages.',
	],
	'moderation/findings.ts MOST_FOUND': [
		'findings of a rule in a message that an item lists in `found`',
		'The others are left out.',
	],
	'moderation/patternSteps.ts MOST_STEPS': [
		'steps of a pattern',
		'It is refused: a trigger cannot be published.',
	],
	'moderation/patterns.ts MOST_STEPS': [
		'steps of all patterns of a list',
		'It is refused: a trigger cannot be published.',
	],
	'moderation/spamRows.ts MOST_ROWS': ['rows of **Looks Like Spam**', 'Check fails.'],
	'operations/bot/setMyCommands.ts MOST_COMMANDS': ['commands of a bot', 'The item fails.'],
	'operations/bot/setWebhook.ts MOST_CONNECTIONS': ['connections of a webhook', 'The item fails.'],
	'operations/inline/answerInlineQuery.ts MOST_RESULTS': [
		'results of an inline query',
		'The item fails.',
	],
	'operations/message/deleting/deletions.ts MOST_IDS': [
		'messages deleted by one request',
		'There are more requests.',
	],
	'operations/message/deleting/deletions.ts MOST_REASONS': [
		'reasons that a notice about messages that were not deleted names',
		'It says that there are others.',
	],
	'operations/message/deleting/messageIds.ts MOST_IN_RANGE': [
		'messages of a range',
		'The item fails.',
	],
	'operations/message/streaming/growth.ts MOST_IN_ANSWER': [
		'characters of an answer that is streamed',
		'The answer is cut there and marked, and the item fails.',
	],
	'operations/message/streaming/growth.ts MOST_IN_ALL': [
		'characters of it with what the model thinks',
		'The same.',
	],
	'operations/message/streaming/pieces.ts MOST_IN_LINE': [
		'characters of a line in which it comes',
		'The same.',
	],
	'operations/message/mediaGroup/mediaFields.ts MOST_MEDIA': [
		'files of an album',
		'There are several albums.',
	],
	'questions/deliver.ts MOST_IN_NOTICE': [
		'characters of what a press of a question or a menu is answered with',
		'It is cut.',
	],
	'questions/form/screen.ts MOST_IN_SUMMARY': [
		'characters of all labels and answers in the summary of a form, which share them',
		'A label or an answer that is longer than its share is cut there, and not in the output.',
	],
	'questions/form/screen.ts MOST_ON_BUTTON': [
		'characters of a choice, a label or an answer on a button of a form',
		'They are cut.',
	],
	'questions/remind.ts MOST_NAMES': ['names in a reminder', 'It says how many more are missing.'],
	'questions/state.ts MOST_AT_ONCE': [
		'answers of people who may answer that go to n8n at a time, of each bot; as many of people of whom that is not known; as many notices to people',
		'Others wait.',
	],
	'questions/state.ts MOST_EXPECTED': [
		'questions to a person in a chat that the next message can answer',
		'An older one needs a reply.',
	],
	'questions/state.ts MOST_OF_REFUSED': ['answers of refused people at a time', 'Others wait.'],
	'questions/state.ts MOST_TOLD': [
		'presses of a person on a question that are answered from memory in two seconds',
		'They get no answer.',
	],
	'questions/state.ts MOST_WORDS': [
		'messages to a person about a wrong answer to a question',
		'Only a reply counts, and no more of them are sent.',
	],
	'questions/typed.ts MOST_DIGITS': ['digits of a number with decimals', 'It is asked for again.'],
	'sources/polling/executor.ts MOST_REPEATS': [
		'times that an interrupted update runs again',
		'The log names it, and it does not run again.',
	],
	'sources/polling/getUpdates.ts MOST_TRIES': [
		'tries to tell the server which updates are over, when a trigger stops',
		'The server may send them again.',
	],
	'sources/polling/getUpdates.ts MOST_UPDATES': [
		'updates that the server gives at a time',
		'The others come next.',
	],
	'sources/polling/poller.ts MOST_CUT_OFF': [
		'polls that another program has ended lately, each of which makes the next pause longer',
		'Pauses grow no longer.',
	],
	'fields/format.ts MOST': [
		'characters of a message',
		'With Long Text, the node refuses it or sends several. It refuses longer questions, forms, edits and drafts. Other texts go to the server as they are.',
		'4,096; 1,024 in a caption',
	],
	'questions/form/read.ts MOST': [
		'fields of a form, and choices of a field',
		'The node refuses it.',
	],
	'sources/polling/writtenUpdates.ts MOST': [
		'updates of a workflow that are saved; half of them can wait for it, the others are being judged',
		'Further ones stay on the server, and the other workflows wait for them; the log says so.',
		'10,000',
	],
	'sources/polling/writtenUpdates.ts MOST_BEGUN': [
		'updates whose starts are counted, for Run Again',
		'The oldest ones begin at 0: after a restart they can run again three more times.',
	],
	'sources/polling/pollingTrigger.ts MOST_NAMED': [
		'people that the log names whose updates are dropped',
		'It says how many others there are.',
	],
	'sources/webhook/pushes.ts MOST_TRIES': [
		'times that n8n may fail to start a workflow for a pushed update that another workflow has',
		'That workflow does not get it.',
	],
	'update/gathering.ts MOST_IN_BURST': ['messages of a burst', 'The next ones are a new burst.'],
	'update/update.ts MOST_NESTED': [
		'levels of lists and objects in an update',
		'The log names the update, and it is passed over.',
	],
};

const NODES = 'nodes/BotMessaging';

const inEnglish = (number: number) => number.toLocaleString('en');

/** The numbers of the constants named MOST… that are no rows of `BOUNDS`, by file and name. */
function constants(): Map<string, string> {
	const files = readdirSync(NODES, { recursive: true }).map(String).sort();
	const found = files
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => {
			const text = readFileSync(join(NODES, file), 'utf8');
			const all = text.matchAll(/^(?:export )?const (MOST\w*)(?:: [^=]+)? = ([^;]+);/gm);
			return [...all].map(([, name, value = '']): [string, string] => [`${file} ${name}`, value]);
		})
		.filter(([, value]) => !/^BOUNDS\.\w+$/.test(value));
	return new Map(found);
}

/** What is kept, and how much of it. */
export const keptTable = (): string =>
	table(
		['What is kept', 'How many', 'What goes first', 'What you notice then'],
		Object.entries(KEPT).map(([name, [kept, first, then]]) => [
			kept,
			inEnglish(BOUNDS[name as BoundName].most),
			first,
			then,
		]),
	);

/** What one message, request or form may have. Throws if a constant has no row here, or a row no constant. */
export function mostTable(): string {
	const found = constants();
	const missing = [...found.keys()].filter((key) => !(key in AT_MOST));
	const gone = Object.keys(AT_MOST).filter((key) => !found.has(key));
	if (missing.length + gone.length > 0) {
		throw new Error(
			`scripts/pages/limits.ts has no row for: ${missing.join(', ')}; and rows without a constant: ${gone.join(', ')}`,
		);
	}
	const rows = Object.entries(AT_MOST).map(([key, [what, beyond, number]]) => {
		const plain = Number(found.get(key)!.replaceAll('_', ''));
		return [what, number ?? inEnglish(plain), beyond, `\`${key}\``];
	});
	return table(['What', 'At most', 'Beyond that', 'In `nodes/BotMessaging/`'], rows);
}
