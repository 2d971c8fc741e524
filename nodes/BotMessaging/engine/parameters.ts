import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

/** An expression that takes one value out of the item's own data, as in `={{ $json.chatId }}`. */
const OWN_VALUE = /^=\{\{\s*\$json\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\}\}$/;

type Read = (item: number) => unknown;

/** Whether a parameter, as the workflow has it, may differ from item to item. */
function hasExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
}

/** The value at a path if it is there and simple; what anything else means is for n8n to say. */
function simpleValue(json: unknown, path: string[]): string | number | boolean | undefined {
	let value = json;
	for (const name of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
			return undefined;
		value = (value as Record<string, unknown>)[name];
	}
	const isSimple = ['string', 'number', 'boolean'].includes(typeof value);
	return isSimple ? (value as string | number | boolean) : undefined;
}

/**
 * The node's parameters. n8n takes about half a millisecond to evaluate an expression, more than all
 * else that an item costs. So what has no expression is read once an execution, and a value of the
 * item's own data is taken from where n8n would find it, without an evaluation.
 */
export class Parameters {
	private readonly readers = new Map<string, Read>();

	private own = { item: -1, json: undefined as unknown };

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly raw: INodeParameters,
	) {}

	/** The parameter's value for an item. Throws what n8n throws for a wrong expression. */
	get(name: string, item: number): unknown {
		const known = this.readers.get(name);
		if (known) return known(item);
		const raw = this.raw[name];
		const evaluated: Read = (index) => this.evaluate(name, index);
		if (!hasExpression(raw)) {
			const value = evaluated(item);
			this.readers.set(name, () => value);
			return value;
		}
		const path = OWN_VALUE.exec(String(raw))?.[1].split('.');
		const read: Read = path
			? (index) => simpleValue(this.jsonOf(index), path) ?? evaluated(index)
			: evaluated;
		this.readers.set(name, read);
		return read(item);
	}

	private evaluate(name: string, item: number): unknown {
		// Every value is checked by its encoding, so n8n's own check would be a second one.
		return this.context.getNodeParameter(name, item, undefined, { skipValidation: true });
	}

	/** What `$json` stands for. An item is read at a stretch, so the last one is the one asked for. */
	private jsonOf(item: number): unknown {
		if (this.own.item !== item) {
			this.own = { item, json: this.context.getWorkflowDataProxy(item).$json };
		}
		return this.own.json;
	}
}
