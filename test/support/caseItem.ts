import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Input } from '../cases/case';
import { inMemory } from './binary';
import type { TestEmulator } from './emulator';

/** The input item of a case; prepares the emulator for it. */
export async function itemOf(
	{ prepare, file }: Input,
	emulator: TestEmulator,
): Promise<INodeExecutionData> {
	const json = ((await prepare?.(emulator)) ?? {}) as IDataObject;
	if (!file) return { json };
	const { field = 'data', name, type, content } = file;
	return { json, binary: { [field]: inMemory(content, name, type) } };
}
