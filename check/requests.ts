/** The text before the token in the address, by the names of the credential's Token Path. */
export const PATH_FORMS = {
	bot: { name: 'With Bot Prefix', prefix: 'bot' },
	plain: { name: 'Without Prefix', prefix: '' },
	botV1: { name: 'With Bot/V1 as Folders', prefix: 'bot/v1/' },
} as const;

export type PathForm = keyof typeof PATH_FORMS;

export interface Carrying {
	httpMethod?: 'GET' | 'POST';
	/** How to send the parameters; JSON unless one of them is a file. */
	as?: 'json' | 'form' | 'query';
}

type Values = Record<string, unknown>;

const asText = (value: unknown) =>
	typeof value === 'object' ? JSON.stringify(value) : String(value);

function multipart(values: Values): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(values)) {
		if (value instanceof File) form.append(name, value, value.name);
		else form.append(name, asText(value));
	}
	return form;
}

/** The query or the body with the parameters. */
function carried(values: Values, as: Carrying['as']): { query: string; init: RequestInit } {
	const texts = () =>
		new URLSearchParams(
			Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)])),
		);
	if (as === 'query') return { query: `?${texts().toString()}`, init: {} };
	if (as === 'form') return { query: '', init: { body: texts() } };
	if (Object.values(values).some((value) => value instanceof File)) {
		return { query: '', init: { body: multipart(values) } };
	}
	const headers = { 'content-type': 'application/json' };
	return { query: '', init: { headers, body: JSON.stringify(values) } };
}

/** A request without its address. */
export function requestOf(values: Values, { httpMethod = 'POST', as }: Carrying) {
	const { query, init } = carried(values, as);
	const body = httpMethod === 'GET' ? undefined : init.body;
	return { query, init: { ...init, method: httpMethod, body } };
}
