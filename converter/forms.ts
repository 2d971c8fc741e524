import { fromTelegram } from '../nodes/BotMessaging/format/telegram';
import { withAddresses } from '../nodes/BotMessaging/format/rich';
import { byTrigger, limit, withLineBreaks } from './asking';
import { choicesOf, optionsOf, withNames } from './choices';
import { codeOf, isExpression, mapParts } from './expression';
import { NO_ATTRIBUTION } from './extras';
import { chat, type Counterpart, type TelegramNode } from './telegram';
import { fromJson, listOf, recordOf, textOf, type Parameters } from './workflow';

/** The types of n8n's forms that a chat can ask for, and how our form calls them. */
const TYPES: Record<string, string> = {
	text: 'text',
	textarea: 'text',
	number: 'number',
	date: 'date',
	email: 'email',
	dropdown: 'radio',
	radio: 'radio',
	checkbox: 'checkbox',
	file: 'file',
};

/** The limits on the number of choices, which n8n uses only if Limit Selection says so. */
function howMany(row: Parameters): Parameters {
	const { limitSelection, numberOfSelections = 1, minSelections = 0, maxSelections = 1 } = row;
	const limits =
		limitSelection === 'exact'
			? { minimum: numberOfSelections, maximum: numberOfSelections }
			: limitSelection === 'range'
				? { minimum: minSelections, maximum: maxSelections }
				: {};
	return Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, textOf(value)]));
}

/** Most choices that fit into a message as buttons, leaving room for navigation. */
const MOST_CHOICES = 80;

/** Whether a field can start with its default value. n8n's form ignores other defaults. */
function canBegin({ defaultValue }: Parameters, type: string, options: string[]): boolean {
	if (type === 'file') return false;
	const isOpen = isExpression(defaultValue) || options.some(isExpression);
	return options.length === 0 || isOpen || options.includes(textOf(defaultValue).trim());
}

/** One field; undefined if a chat cannot ask for it. */
function fieldOf(given: unknown, { note }: TelegramNode): Parameters | undefined {
	const row = recordOf(given);
	const { fieldType = 'text', requiredField = false, multiselect } = row;
	// The Telegram node outputs answers under the label.
	const label = textOf(row.fieldLabel ?? row.fieldName ?? row.elementName);
	const type = TYPES[textOf(fieldType)];
	if (type === undefined) {
		note(
			`The field “${label}” is left out: a chat cannot ask for the type ${textOf(fieldType)}. Set its value after the form, or ask for a text.`,
		);
		return undefined;
	}
	if (type === 'file') {
		const types = textOf(row.acceptFileTypes);
		note(
			`“${label}” takes one file. It is the binary field “${label}”, and its name is fileName in place of filename.${types && ` It takes every type of file, not only ${types}.`}`,
		);
	}
	const isChoice = type === 'radio' || type === 'checkbox';
	const options = isChoice ? optionsOf(row) : [];
	if (options.length > MOST_CHOICES) {
		note(
			`“${label}” has ${options.length} choices, and a chat can show ${MOST_CHOICES}: the workflow stops here. Remove some, or choose the type Text.`,
		);
	}
	const shown = Object.entries({
		placeholder: textOf(row.placeholder),
		defaultValue: canBegin(row, type, options) ? textOf(row.defaultValue) : '',
	}).filter(([, value]) => value !== '');
	return {
		fieldLabel: label,
		fieldType: isChoice && multiselect === true ? 'checkbox' : type,
		...(isChoice && { fieldOptions: choicesOf(options) }),
		...(type === 'checkbox' && howMany(row)),
		requiredField,
		...Object.fromEntries(shown),
	};
}

function questions(node: TelegramNode): Parameters {
	const { defineForm, formFields, jsonOutput } = node.parameters;
	const json = typeof jsonOutput === 'string' ? fromJson(jsonOutput) : jsonOutput;
	const given: unknown = defineForm === 'json' ? json : listOf(recordOf(formFields).values);
	// Code can make the rows.
	if (!Array.isArray(given)) {
		node.note(
			'Fields (JSON) is an expression. Leave out fields of the types html, hiddenField and password: a chat cannot ask for them. An answer has the fieldName of its field as its name, else the label.',
		);
		return { defineForm: 'json', jsonOutput };
	}
	const rows = given.map((row) => fieldOf(row, node)).filter((row) => row !== undefined);
	if (rows.length === 0) node.note('The form has no field. Add one.');
	return { defineForm: 'fields', formFields: { values: withNames(rows) } };
}

/** The chat of an incoming message, for which the sender of that message is asked. */
const CHAT_OF_SENDER = /(?<=\.)(?:(callback_query)\.message|((?:edited_)?message))\.chat\.id$/;

function person({ parameters, note }: TelegramNode): Parameters {
	const { chatId } = parameters;
	const code = isExpression(chatId) ? (codeOf(chatId) ?? '') : '';
	const sender = code.replace(CHAT_OF_SENDER, '$1$2.from.id');
	if (sender !== code) return { personId: `={{ ${sender} }}` };
	note('One person answers the form. If the chat is a group, fill in User ID.');
	return {};
}

/**
 * The title, as plain text for our form. n8n sends it as Markdown, so its marks are removed, and
 * addresses follow their words.
 */
function title({ parameters, note }: TelegramNode): string {
	const given = withLineBreaks(parameters.message);
	const codes: string[] = [];
	const code = (part: string) => `\uE000${codes.push(part) - 1}\uE001`;
	const words = mapParts(given, { code });
	const rich = fromTelegram(words, 'Markdown');
	if (!rich || rich.spans.length === 0) return given;
	note('Title has no bold, italics and links here: their signs were taken out. Read it once.');
	const plain = withAddresses(rich, Infinity);
	return plain.replace(/\uE000(\d+)\uE001/g, (_all, place: string) => codes[Number(place)]!);
}

const IN_CHAT = 'The form is answered in the chat, question by question, and no longer on a page.';
const CANCELLED =
	'A person can press Cancel, and the workflow ends here. If something is to follow, connect it to the output Cancelled.';

function form(node: TelegramNode): Parameters {
	const { parameters, note } = node;
	const options = recordOf(parameters.options);
	note(`${IN_CHAT}${byTrigger(node)}`);
	note(CANCELLED);
	const end = limit(options);
	if ('limitWaitTime' in end) {
		note(
			'What follows the form is also connected to No Answer, because it also ran when the time was up. Remove that connection if it needs the answers.',
		);
	}
	if (options.appendAttribution !== false) note(NO_ATTRIBUTION);
	return {
		...chat(node),
		formTitle: title(node),
		...person(node),
		...questions(node),
		...end,
		outputs: 'perAnswer',
		additionalFields: {},
	};
}

/** Send and Wait for Response with a form of several fields. */
export const ASK_FORM: Counterpart = {
	resource: 'message',
	operation: 'askForm',
	shape: 'form',
	once: true,
	parameters: form,
};
