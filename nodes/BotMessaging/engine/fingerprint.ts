import { createHash } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';

import type { Body } from '../api/multipart';
import { identityOf } from './binary';
import type { Operation, Values } from './define';

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** 43 characters that are others as soon as anything in a value is, or in a file that it names. */
const fingerprintOf = (value: unknown) => digest(JSON.stringify(value));

/**
 * Names one message of several.
 *
 * @param bot what botOf says of the credential
 */
export const fingerprintOfPart = (bot: string, body: Body) => fingerprintOf([bot, body]);

/** The values that an operation reads itself, although they are not in the body. */
function steeringOf({ run, fields, additionalFields = [] }: Operation, values: Values): unknown[] {
	if (!run) return [];
	const given = { ...(values.additionalFields as Values | undefined), ...values };
	const steering = [...fields, ...additionalFields].filter(({ wire }) => wire === 'formOnly');
	return steering.map(({ name }) => given[name] ?? null);
}

/** Names what an item asks for: of which bot, which operation, and with what. */
export function fingerprintOfRequest(
	bot: string,
	operation: Operation,
	body: Body,
	values: Values,
): string {
	return fingerprintOf([bot, operation.value, body, steeringOf(operation, values)]);
}

/** Names all that a run is given: the form as it is saved, and the items. */
export function fingerprintOfInput(form: unknown, items: INodeExecutionData[]): string {
	const hash = createHash('sha256').update(fingerprintOf(form));
	for (const { json, binary = {} } of items) {
		const files = Object.values(binary).map(identityOf);
		hash.update(fingerprintOf([json, files]));
	}
	return hash.digest('base64url');
}
