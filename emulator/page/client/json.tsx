/** A name with its colon, a text, or a word such as true, null or 12. */
const TOKEN =
	/("(?:[^"\\]|\\.)*"\s*:)|("(?:[^"\\]|\\.)*")|(\b(?:true|false|null)\b|-?\d[\d.eE+-]*)/g;

const KINDS = ['name', 'text', 'word'];

/** A value as indented JSON, in colour. */
export function Json({ value }: { value: unknown }) {
	const text = JSON.stringify(value, null, 2);
	const parts: Array<string | preact.JSX.Element> = [];
	let end = 0;
	for (const match of text.matchAll(TOKEN)) {
		parts.push(text.slice(end, match.index));
		const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)];
		parts.push(<span class={`json-${kind}`}>{match[0]}</span>);
		end = match.index + match[0].length;
	}
	parts.push(text.slice(end));
	return <pre class="json">{parts}</pre>;
}
