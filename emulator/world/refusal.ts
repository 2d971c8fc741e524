// The chat page imports this indirectly, so it imports nothing that needs Node.

/** An error answer, as the API words it (reference 2.3). */
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
export const hasMigrated = (id: number) =>
	new Refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
		migrate_to_chat_id: id,
	});
export const forbidden = (reason: string) => new Refusal(403, `Forbidden: ${reason}`);
export const notFound = (reason: string) => new Refusal(404, `Not Found: ${reason}`);
export const tooLarge = () => new Refusal(413, 'Request Entity Too Large');

/** An error as the caller sees it: an unreadable request is the caller's fault, all else is ours. */
export function asRefusal(error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	const { statusCode, message } = error as { statusCode?: number; message: string };
	if (statusCode === 413) return tooLarge();
	if (statusCode !== undefined && statusCode < 500) return badRequest(message);
	return new Refusal(500, `Internal Server Error: ${message}`);
}

/** The body of a failed answer (reference 2.2). */
export const failure = ({ code, description, parameters }: Refusal) => ({
	ok: false,
	error_code: code,
	description,
	...(parameters && { parameters }),
	trace_id: globalThis.crypto.randomUUID(),
});
