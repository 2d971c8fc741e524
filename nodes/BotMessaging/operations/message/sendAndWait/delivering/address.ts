import type { INodeProperties, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';

import { UserError } from '../../../../api/errors';

/** Where n8n takes answers unless it is configured otherwise. */
const USUAL_PATH = 'webhook-waiting';

/** n8n on the machine of the trigger, in case its public address cannot be reached from inside. */
const ON_THIS_MACHINE = ['http://localhost:5678', 'http://127.0.0.1:5678'];

export const n8nAddress: INodeProperties = {
	displayName: 'Instance Address',
	name: 'n8nAddress',
	type: 'string',
	default: '',
	placeholder: 'e.g. http://n8n:5678',
	description:
		'The URL at which this trigger reaches n8n to deliver the answers to Send and Wait for Answer. The webhook trigger also passes updates on to other workflows of the bot there. Leave empty to detect automatically. Fill it in only if the log or a failed execution says that n8n cannot be reached.',
};

type Context = Pick<
	ITriggerFunctions | IWebhookFunctions,
	'getInstanceBaseUrl' | 'getNodeParameter'
> & { evaluateExpression?: (expression: string, itemIndex: number) => unknown };

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

/** Found out once: it stays as it is while n8n runs, and an expression takes a millisecond of a push. */
let own: string | undefined;

/** n8n's own address for executions that wait, e.g. `https://n8n.example.com/webhook-waiting`. */
function ownBase(context: Context): string | undefined {
	if (own) return own;
	try {
		const address = String(context.evaluateExpression?.('{{ $execution.resumeUrl }}', 0));
		if (URL.canParse(address)) own = address.slice(0, address.lastIndexOf('/'));
	} catch {
		// Then the usual path it is.
	}
	return own;
}

/** Throws UserError for an address that is none. */
function chosen(address: string): string {
	if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) {
		return withoutSlash(address);
	}
	throw new UserError(
		'Instance Address is not a valid URL',
		'Enter the complete URL, for example http://n8n:5678, or leave it empty.',
	);
}

/**
 * The addresses under which n8n may be reached from here, the likeliest first. Throws UserError.
 *
 * @param own what n8n says itself
 * @param given what the form says; empty if n8n is to be found
 */
export function homesOf(context: Context, own: string | undefined, given: string): string[] {
	if (given.trim()) return [chosen(given.trim())];
	const instance = String(context.getInstanceBaseUrl() ?? '');
	const others = URL.canParse(instance) ? [withoutSlash(instance)] : [];
	return [...new Set([...(own ? [own] : []), ...others, ...ON_THIS_MACHINE])];
}

/**
 * The same, where n8n takes answers. To be called while n8n starts the trigger or hands it a push:
 * only then n8n evaluates expressions. Throws UserError.
 */
export function basesOf(context: Context, given: string): string[] {
	const [, home, path = USUAL_PATH] = /^(.*)\/([^/]*)$/.exec(ownBase(context) ?? '') ?? [];
	return homesOf(context, home, given).map((address) => `${address}/${path}`);
}
