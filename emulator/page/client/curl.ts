import type { Call } from '../../wire/calls';

/** Quotes a text for the shell. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The parameters in the form in which they were sent. */
function argumentsOf({ params, files, content_type: type }: Call): string[] {
	const given = Object.entries(params);
	if (type === 'application/json') {
		return [`-H 'content-type: application/json'`, `-d ${quote(JSON.stringify(params))}`];
	}
	const isForm = type === 'multipart/form-data';
	const texts = given.map(([name, value]) => quote(`${name}=${asText(value)}`));
	return [
		...texts.map((text) => `${isForm ? '--form-string' : '--data-urlencode'} ${text}`),
		...Object.entries(files).map(
			([name, { filename, mime_type }]) =>
				`-F ${quote(`${name}=@"${filename}";type=${mime_type}`)}`,
		),
	];
}

/** A call as a shell command. It does not know the token: the reader sets BOT_TOKEN. */
export function curlOf(call: Call, origin: string): string {
	const token = call.path_form === 'bot' ? 'bot$BOT_TOKEN' : '$BOT_TOKEN';
	return [`curl "${origin}/${token}/${call.method}"`, ...argumentsOf(call)].join(' \\\n  ');
}
