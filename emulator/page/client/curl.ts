import type { Call } from '../../wire/calls';

/** As a shell takes it word for word. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The parameters in the way that they came. */
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

/** A call as a line for the shell. The token is not known here: the reader puts it into BOT_TOKEN. */
export function curlOf(call: Call, origin: string): string {
	const token = call.path_form === 'bot' ? 'bot$BOT_TOKEN' : '$BOT_TOKEN';
	return [`curl "${origin}/${token}/${call.method}"`, ...argumentsOf(call)].join(' \\\n  ');
}
