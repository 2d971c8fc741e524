import { limit, withLineBreaks } from './asking';
import { codeOf, isExpression } from './expression';
import { NO_ATTRIBUTION } from './extras';
import { chat, textOf, type Counterpart, type TelegramNode } from './telegram';
import { isRecord, type Parameters } from './workflow';

const recordOf = (value: unknown): Parameters => (isRecord(value) ? value : {});

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

/** The choices, separated by commas; as a list in code, if they have commas or code themselves. */
function choices({ fieldOptions }: Parameters): string {
	const { values } = recordOf(fieldOptions);
	const rows: unknown[] = Array.isArray(values) ? values : [];
	const options = rows.map((row) => textOf(recordOf(row).option));
	if (!options.some((option) => isExpression(option) || option.includes(','))) {
		return options.join(', ');
	}
	const inCode = (option: string) =>
		(isExpression(option) ? codeOf(option) : undefined) ?? JSON.stringify(option);
	return `={{ [${options.map(inCode).join(', ')}] }}`;
}

/** How many choices there may be, which is on the way only if the field says so. */
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

/** One field; undefined if a chat cannot ask for it. */
function fieldOf(given: unknown, { note }: TelegramNode): Parameters | undefined {
	const row = recordOf(given);
	const { fieldType = 'text', requiredField, multiselect } = row;
	// In the output of the Telegram node, the label is the name.
	const label = textOf(row.fieldLabel ?? row.fieldName ?? row.elementName);
	const type = TYPES[textOf(fieldType)];
	if (type === undefined) {
		note(
			`The field “${label}” is left out: a chat cannot ask for the type ${textOf(fieldType)}. Set its value after the form, or ask for a text.`,
		);
		return undefined;
	}
	if (type === 'file') {
		note(
			`“${label}” takes one file. It is the binary field “${label}”, and its name is fileName in place of filename.`,
		);
	}
	const isChoice = type === 'radio' || type === 'checkbox';
	const shown = Object.entries({
		placeholder: textOf(row.placeholder),
		defaultValue: textOf(row.defaultValue),
	}).filter(([, value]) => value !== '');
	return {
		fieldLabel: label,
		fieldType: isChoice && multiselect === true ? 'checkbox' : type,
		...(isChoice && { fieldOptions: choices(row) }),
		...(type === 'checkbox' && howMany(row)),
		...(requiredField !== undefined && { requiredField }),
		...Object.fromEntries(shown),
	};
}

/** The rows of a form that is given as JSON; undefined if code makes them. */
function rowsIn(json: unknown): unknown[] | undefined {
	if (isExpression(json)) return undefined;
	try {
		const rows: unknown = typeof json === 'string' ? JSON.parse(json) : json;
		return Array.isArray(rows) ? rows : undefined;
	} catch {
		return undefined;
	}
}

function questions(node: TelegramNode): Parameters {
	const { defineForm, formFields, jsonOutput } = node.parameters;
	const { values } = recordOf(formFields);
	const given = defineForm === 'json' ? rowsIn(jsonOutput) : Array.isArray(values) ? values : [];
	if (!given) {
		node.note(
			'Fields (JSON) is an expression. Leave out fields of the types html, hiddenField and password: a chat cannot ask for them. An answer has the fieldName of its field as its name, else the label.',
		);
		return { defineForm: 'json', jsonOutput };
	}
	const rows = given.map((row) => fieldOf(row, node)).filter((row) => row !== undefined);
	if (rows.length === 0) node.note('The form has no field. Add one.');
	return { defineForm: 'fields', formFields: { values: rows } };
}

/** The chat of a message that came in by the trigger: there, the sender of the message is asked. */
const CHAT_OF_SENDER = /(?<=\.)(?:(callback_query)\.message|((?:edited_)?message))\.chat\.id$/;

function person({ parameters, note }: TelegramNode): Parameters {
	const { chatId } = parameters;
	const code = isExpression(chatId) ? (codeOf(chatId) ?? '') : '';
	if (CHAT_OF_SENDER.test(code)) {
		const sender = code.replace(
			CHAT_OF_SENDER,
			(_all, press?: string, message?: string) => `${press ?? message}.from.id`,
		);
		return { personId: `={{ ${sender} }}` };
	}
	note('One person answers the form. If the chat is a group, fill in User ID.');
	return {};
}

const IN_CHAT =
	'The form is answered in the chat, question by question, and no longer on a page. Answers come in by a Bot Messaging trigger: publish a workflow with one for the same bot. The output Cancelled leads nowhere: connect it if something is to follow.';

function form(node: TelegramNode): Parameters {
	const { parameters, note } = node;
	const options = recordOf(parameters.options);
	note(IN_CHAT);
	const end = limit(options);
	if ('limitWaitTime' in end) {
		note(
			'What follows the form is also connected to No Answer, because it also ran when the time was up. Remove that connection if it needs the answers.',
		);
	}
	if (options.appendAttribution !== false) note(NO_ATTRIBUTION);
	return {
		...chat(node),
		formTitle: withLineBreaks(parameters.message),
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
