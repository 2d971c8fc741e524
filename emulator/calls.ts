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
const KEPT_CHARACTERS = 64 * 1024 ** 2;

/** The newest calls: at most 20,000, and fewer where they are long. */
export class CallLog {
	private entries: Array<{ call: Call; length: number }> = [];

	private characters = 0;

	private next = 1;

	/** Adds a call, with `secrets` blotted out wherever it holds them. */
	add(call: Omit<Call, 'id'>, secrets: string[]): Call {
		const whole = JSON.stringify({ id: this.next++, ...call });
		const text = secrets.reduce((left, secret) => left.replaceAll(secret, '<token>'), whole);
		const entry = { call: JSON.parse(text) as Call, length: text.length };
		this.entries.push(entry);
		this.characters += entry.length;
		while (this.entries.length > KEPT_CALLS || this.characters > KEPT_CHARACTERS) {
			this.characters -= this.entries.shift()!.length;
		}
		return entry.call;
	}

	/** The newest calls last, of one method or of all. */
	list(method?: string, limit = KEPT_CALLS): Call[] {
		const wanted = method?.toLowerCase();
		return this.entries
			.map(({ call }) => call)
			.filter((call) => !wanted || call.method.toLowerCase() === wanted)
			.slice(-limit);
	}

	clear(): void {
		this.entries = [];
		this.characters = 0;
	}
}
