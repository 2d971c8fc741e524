import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { Bot as MemoryOfBot, registry } from '../../nodes/BotMessaging/memory/registry';
import { Kept } from '../../nodes/BotMessaging/api/owner';
import { operations } from '../../nodes/BotMessaging/operations';
import { useEmulator, type TestEmulator } from './emulator';
import { runNode, type RunOptions, type RunResult } from './engine';
import { wrongChats } from './savedShape';

/** Runs operations of the node in the engine, against the test file's own emulator. */
export interface Bot {
	emulator: TestEmulator;
	/**
	 * Runs an operation by its method name. Without `items` the input is one empty item. Throws if a
	 * chat has another shape than the editor gives it.
	 */
	run(
		operation: string,
		parameters: IDataObject,
		options?: Partial<Omit<RunOptions, 'parameters'>>,
	): Promise<RunResult>;
}

/** The resource of an operation in the form. */
function resourceOf(operation: string): string {
	const found = operations.find(({ value }) => value === operation);
	if (!found) throw new Error(`there is no operation ${operation}`);
	return found.resource;
}

/** In tests that are not about waiting, retries are immediate. */
const AT_ONCE: IDataObject = { longestWait: 0.02 };

export function useBot(settings: object = {}): Bot {
	const emulator = useEmulator(settings);
	beforeEach(forgetBots);
	return botAt(emulator);
}

/** Clears the nodes' memory, which belongs to the world before a reset. */
export const forgetBots = (): void =>
	void Object.assign(registry, { bots: new Kept((id) => new MemoryOfBot(id)) });

/** The same for a running emulator. */
export function botAt(emulator: TestEmulator): Bot {
	return {
		emulator,
		run: async (operation, given, { credential, ...options } = {}) => {
			const parameters = {
				resource: resourceOf(operation),
				operation,
				traffic: AT_ONCE,
				...given,
			};
			const wrong = wrongChats(parameters);
			if (wrong.length > 0) throw new Error(wrong.join('\n'));
			return await runNode({
				...options,
				credential: { baseUrl: emulator.url, botToken: emulator.token, ...credential },
				parameters,
			});
		},
	};
}

/** Input items with these values. */
export const items = (...jsons: IDataObject[]): INodeExecutionData[] =>
	jsons.map((json) => ({ json }));
