declare module 'commonmark-spec' {
	export const tests: Array<{ number: number; section: string; markdown: string; html: string }>;
}
