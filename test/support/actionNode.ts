import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { BotMessaging } from '../../nodes/BotMessaging/BotMessaging.node';
import { operations } from '../../nodes/BotMessaging/operations';

/** The node as n8n loads it: one object for all executions. */
export const action = new BotMessaging();

/** Whether the form shows this for an operation; other choices may still hide it. */
export function isOf(
	{ displayOptions }: INodeProperties,
	{ resource, operation }: { resource?: unknown; operation?: unknown },
): boolean {
	const { resource: resources, operation: values } = displayOptions?.show ?? {};
	return (
		(!resources || resources.includes(resource as string)) &&
		(!values || values.includes(operation as string))
	);
}

const narrowed = new Map<string, BotMessaging>();

/**
 * The node with the fields of one operation alone. n8n leaves out those of the others itself, but goes
 * through all of them so often that it takes longer than most executions.
 *
 * @param parameters the saved parameters of a node; an operation that does not exist gets all fields
 */
export function actionFor(parameters: IDataObject): BotMessaging {
	const { resource, operation } = parameters;
	if (!operations.some((one) => one.resource === resource && one.value === operation)) {
		return action;
	}
	const key = `${String(resource)} ${String(operation)}`;
	const known = narrowed.get(key);
	if (known) return known;
	const { description } = action;
	const properties = description.properties.filter((property) => isOf(property, parameters));
	const made = Object.assign(new BotMessaging(), { description: { ...description, properties } });
	narrowed.set(key, made);
	return made;
}
