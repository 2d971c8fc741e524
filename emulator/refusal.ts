/** An answer that says no, as the API words it (API reference, "Errors"). */
export class Refusal extends Error {
	constructor(
		readonly code: number,
		readonly description: string,
		readonly parameters?: { retry_after?: number; migrate_to_chat_id?: number },
	) {
		super(description);
	}
}

export const badRequest = (reason: string) => new Refusal(400, `Bad Request: ${reason}`);
export const forbidden = (reason: string) => new Refusal(403, `Forbidden: ${reason}`);
export const notFound = (reason: string) => new Refusal(404, `Not Found: ${reason}`);
