import { mapTexts } from './labels';
import { NUMBER } from './telegram';
import { isRecord, textOf, type Parameters, type WorkflowNode } from './workflow';

/** Nodes in which people often fix ids of chats and people. */
const DECIDES = /\.(?:if|filter|switch|set|code|function|functionItem)$/;

/** Words next to the id of a chat or a person, and words next to other numbers. */
const ABOUT_PEOPLE = /chat|from\b|from[_.]?id|user|admin|owner|sender|member|group|channel/i;
const ABOUT_THINGS =
	/phone|mobile|colou?r|limit|max|min\b|length|size|timeout|delay|price|amount|sum|tokens?\b|count|bytes|seconds|ms\b/i;

/** A text of a node, and the text next to it that tells what it is about. */
type Written = [about: string, text: string];

/** Splits code into statements. A list may have its entries on separate lines. */
const statements = (code: string): Written[] =>
	code.split(/;|\n(?=\s*(?:const|let|var|if|return|\/\/)\b)|\n\s*\n/).map((one) => [one, one]);

/** The texts of a node. The name of a field, and each side of a comparison, tells what the other is about. */
function written(value: unknown, about = ''): Written[] {
	if (Array.isArray(value)) return value.flatMap((entry) => written(entry, about));
	if (!isRecord(value)) {
		const text = textOf(value);
		return text.includes('\n') || text.includes(';') ? statements(text) : [[about, text]];
	}
	const { name, leftValue, rightValue, value1, value2 } = value;
	const beside = [about, name, leftValue, rightValue, value1, value2].map(textOf).join(' ');
	return Object.entries(value).flatMap(([key, one]) => {
		// Conditions have long random ids.
		if (key === 'id') return [];
		return written(
			one,
			/^(?:values?|string|number|assignments)$/.test(key) ? beside : `${beside} ${key}`,
		);
	});
}

/** Fixed ids of chats or people in a node, in words for the user. */
export function fixedNumbers({ type, parameters }: WorkflowNode): string | undefined {
	if (!DECIDES.test(type)) return undefined;
	const found = written(parameters).flatMap(([about, text]) => {
		if (!ABOUT_PEOPLE.test(about) || ABOUT_THINGS.test(about)) return [];
		return text.match(new RegExp(NUMBER, 'g')) ?? [];
	});
	// A round number is usually a duration or a price.
	const numbers = [...new Set(found)].filter((one) => !one.endsWith('00000'));
	if (numbers.length === 0) return undefined;
	return `It has fixed numbers of chats or people: ${numbers.join(', ')}. They have others on your server: put those in.`;
}

/** Notes on the canvas, and parts of a model except its tools: their texts are mostly just words. */
const NOTE = /\.stickyNote$/;
const ONLY_WORDS = /\.stickyNote$|^@n8n\/n8n-nodes-langchain\.(?!tool|code)/;

/** An address that opens Telegram, in words for the user. */
export function linkToTelegram({ type, parameters }: WorkflowNode): string | undefined {
	if (ONLY_WORDS.test(type)) return undefined;
	const [link] =
		/\b(?:t|telegram)\.me\/(?:[\w+${}]+|(?=\\?["'`]))|\btg:\/\/\w+/.exec(
			JSON.stringify(parameters),
		) ?? [];
	return link && `It has a link that opens Telegram: ${link}. Put another one in.`;
}

const CALLS = /api\.telegram\.org/;
const FILE_ADDRESS = /api\.telegram\.org\/file\/bot/;
/** Such an address with code in it; without code, a prompt only mentions it. */
const ADDRESS = /^=[\s\S]*api\.telegram\.org\/(?:file\/)?bot(?:\S*\{\{|["'`]\s*\+)/;

/** The label of the first field with a text that matches a pattern. */
function fieldWith(parameters: Parameters, pattern: RegExp): string | undefined {
	let found: string | undefined;
	mapTexts(parameters, (text, _key, label) => {
		if (pattern.test(text)) found ??= label;
	});
	return found;
}

/** How a node uses Telegram without being a Telegram node, in words for the user. */
export function foreignUse({ type, parameters, credentials }: WorkflowNode): string | undefined {
	if (NOTE.test(type)) return undefined;
	const isModel = ONLY_WORDS.test(type);
	const field = fieldWith(parameters, isModel ? ADDRESS : CALLS);
	const isFile = fieldWith(parameters, FILE_ADDRESS) !== undefined;
	if (field !== undefined && isFile && field !== 'URL') {
		return `“${field}” has the address of a file on Telegram, which holds no file of your bot. Put Bot Messaging with File > Get before this node, and give its file here in place of the address.`;
	}
	if (field !== undefined) {
		return `It calls Telegram by its address, in “${field}”. Use a Bot Messaging node in its place: ${isFile ? 'File > Get' : 'Bot > Any Method'}.`;
	}
	const usesCredential =
		JSON.stringify(parameters).includes('"telegramApi"') || isRecord(credentials?.telegramApi);
	return usesCredential && !isModel
		? 'It uses the credential of Telegram. Use a Bot Messaging node in its place.'
		: undefined;
}

/** Whether a condition compares an error with words, not with a number. */
export function comparesError({ type, parameters }: WorkflowNode): boolean {
	const text = JSON.stringify(parameters);
	const reads = /\$json\S{0,20}\.(?:error(?:\.(?:message|description))?|description)\b(?!\.)/;
	const compares = /"(?:value2|rightValue)":"(?!\d+")[^"=]/.test(text);
	return reads.test(text) && compares && /\.(?:if|filter|switch)$/.test(type);
}

/** A bot token: the bot's id and Telegram's secret; in an address, it follows `bot`. */
const TOKEN = /(?<![\w:])(?:bot)?\d{8,10}:[\w-]{35}(?![\w-])/;

/** Tells that a node contains a token, in words for the user that do not show it. */
export const tokenIn = (given: unknown, where = ''): string | undefined =>
	given !== undefined && TOKEN.test(JSON.stringify(given))
		? `It holds the token of a Telegram bot${where}. Remove it: the token of your bot is in the credential.`
		: undefined;

/** The bots that nodes use, by the name of the node, if there are several; the number in a token names one, too. */
export function botsIn(nodes: WorkflowNode[]): Map<string, string> {
	const named = (bots: Array<[string, string]>) =>
		new Set(bots.map(([, bot]) => bot)).size > 1 ? bots : [];
	const credentials = nodes.flatMap(({ name, credentials: all }): Array<[string, string]> => {
		const one = all?.telegramApi;
		return isRecord(one) ? [[name, textOf(one.name) || textOf(one.id)]] : [];
	});
	const numbers = nodes.flatMap(({ name, parameters }): Array<[string, string]> => {
		const [, number] = /api\.telegram\.org\/bot(\d+):/.exec(JSON.stringify(parameters)) ?? [];
		return number === undefined ? [] : [[name, number]];
	});
	return new Map([...named(credentials), ...named(numbers)]);
}

const READS_UPDATE =
	/\bbody\W{1,8}(?:callback_query|edited_message|channel_post|update_id|message\W{1,8}(?:chat|from|text))\b/;

/** Tells that a Webhook node gets the updates of a bot, if the workflow reads them of it. */
export const updatesByWebhook = ({ type }: WorkflowNode, workflow: string): string | undefined =>
	/\.webhook$/.test(type) && READS_UPDATE.test(workflow)
		? 'It gets the updates of a bot on Telegram. Put the Bot Messaging Trigger in its place, with Output: Raw, and take “body” out where they are read.'
		: undefined;
