/** One call of the API as the emulator saw it. The token is not in it. */
export interface Call {
	id: number;
	/** The method's name as the reference writes it; an unknown one as it came. */
	method: string;
	path_form: 'bot' | 'plain';
	http_method: string;
	content_type?: string;
	/** The parameters as they came, before they were checked. */
	params: Record<string, unknown>;
	files: Record<string, { filename: string; mime_type: string; size: number }>;
	/** What the method does not know and was passed over (setting `unknownParameters`). */
	ignored?: string[];
	/** Absent when the caller got no answer. */
	status?: number;
	response?: unknown;
	/** What a fault did to it. */
	fault?: string;
	/** Unix milliseconds. */
	started_at: number;
	duration_ms: number;
}

const KEPT_CALLS = 20_000;
const KEPT_CHARACTERS = 16 * 1024 ** 2;

/**
 * The newest calls: at most 20,000, and fewer if they are long. They are kept as JSON, which takes
 * a fraction of the memory that its values would.
 */
export class CallLog {
	private entries: Array<{ method: string; text: string }> = [];

	private characters = 0;

	private next = 1;

	/** How often the emulator was reset: what began before that does not belong to what came after it. */
	resets = 0;

	/** Adds a call, with `secrets` hidden wherever it holds them. */
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
