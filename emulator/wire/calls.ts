/** One call of the API as received, without the token. */
export interface Call {
	id: number;
	/** The method's name as in the reference; an unknown name as received. */
	method: string;
	path_form: 'bot' | 'plain';
	http_method: string;
	content_type?: string;
	/** The parameters as received, before any check. */
	params: Record<string, unknown>;
	files: Record<string, { filename: string; mime_type: string; size: number }>;
	/** Unknown parameters that were ignored (setting `unknownParameters`). */
	ignored?: string[];
	/** Absent when the caller got no answer. */
	status?: number;
	response?: unknown;
	/** The fault that hit it. */
	fault?: string;
	/** Unix milliseconds. */
	started_at: number;
	duration_ms: number;
}

const KEPT_CALLS = 20_000;
const KEPT_CHARACTERS = 16 * 1024 ** 2;

/**
 * The newest calls: at most 20,000, fewer if they are long. They are stored as JSON, which takes a
 * fraction of the memory.
 */
export class CallLog {
	private entries: Array<{ method: string; text: string }> = [];

	private characters = 0;

	private next = 1;

	/** Counts the resets: a call that began before a reset does not belong to the log after it. */
	resets = 0;

	/** Adds a call. Masks `secrets` everywhere in it. */
	add(call: Omit<Call, 'id'>, secrets: string[]): Call {
		const whole = JSON.stringify({ id: this.next++, ...call });
		const text = secrets.reduce((left, secret) => left.replaceAll(secret, '<token>'), whole);
		const added = JSON.parse(text) as Call;
		this.entries.push({ method: added.method.toLowerCase(), text });
		this.characters += text.length;
		while (this.entries.length > KEPT_CALLS || this.characters > KEPT_CHARACTERS) {
			this.characters -= this.entries.shift()!.text.length;
		}
		return added;
	}

	/** The newest calls last, of one method or of all. */
	list(method?: string, limit = KEPT_CALLS): Call[] {
		const wanted = method?.toLowerCase();
		return this.entries
			.filter((entry) => wanted === undefined || entry.method === wanted)
			.slice(-limit)
			.map(({ text }) => JSON.parse(text) as Call);
	}

	clear(): void {
		this.entries = [];
		this.characters = 0;
	}

	reset(): void {
		this.clear();
		this.resets++;
	}
}
