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
	/** Absent when the caller got no answer. */
	status?: number;
	response?: unknown;
	/** What a fault did to it. */
	fault?: string;
	/** Unix milliseconds. */
	started_at: number;
	duration_ms: number;
}

const KEPT = 20_000;

export class CallLog {
	private entries: Call[] = [];

	private next = 1;

	add(call: Omit<Call, 'id'>): Call {
		const entry = { id: this.next++, ...call };
		this.entries.push(entry);
		if (this.entries.length > KEPT) this.entries.shift();
		return entry;
	}

	/** The newest calls last, of one method or of all. */
	list(method?: string, limit = KEPT): Call[] {
		const wanted = method?.toLowerCase();
		return this.entries
			.filter((call) => !wanted || call.method.toLowerCase() === wanted)
			.slice(-limit);
	}

	clear(): void {
		this.entries = [];
	}
}
