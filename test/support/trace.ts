import { Session, type Profiler } from 'node:inspector/promises';
import path from 'node:path';

const NODES = path.join(__dirname, '..', '..', 'nodes', 'BotMessaging');

/** What the compiler adds to a module for each of its exports. */
const IS_EXPORT = /^function\(\)\s*\{\s*return \w+;?\s*\}$/;

/** A name of a function, not of a property, and not what V8 makes for the fields of a class. */
const IS_NAME = /^\w[\w.]*$/;

/** The named functions of the nodes that run, by V8's coverage. Callbacks without a name do not count. */
export class Trace {
	private readonly session = new Session();

	private readonly texts = new Map<string, string>();

	async begin(): Promise<void> {
		this.session.connect();
		await this.session.post('Debugger.enable');
		await this.session.post('Profiler.enable');
		await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	}

	async end(): Promise<void> {
		await this.session.post('Profiler.stopPreciseCoverage');
		this.session.disconnect();
	}

	/** What has run since the last call, as `file function`. */
	async take(): Promise<string[]> {
		const { result } = await this.session.post('Profiler.takePreciseCoverage');
		const found = new Set<string>();
		for (const { url, scriptId, functions } of result) {
			if (!url.includes(NODES)) continue;
			const file = url.slice(url.indexOf(NODES) + NODES.length + 1);
			const text = await this.textOf(scriptId);
			const ran = functions.filter((one) => isNamed(one, text));
			for (const { functionName } of ran) found.add(`${file} ${functionName}`);
		}
		return [...found].sort();
	}

	private async textOf(scriptId: string): Promise<string> {
		const { scriptSource = '' } = this.texts.has(scriptId)
			? {}
			: await this.session.post('Debugger.getScriptSource', { scriptId });
		if (scriptSource) this.texts.set(scriptId, scriptSource);
		return this.texts.get(scriptId) ?? '';
	}
}

function isNamed({ functionName, ranges: [range] }: Profiler.FunctionCoverage, text: string) {
	if (!range?.count || !IS_NAME.test(functionName)) return false;
	return !IS_EXPORT.test(text.slice(range.startOffset, range.endOffset));
}
