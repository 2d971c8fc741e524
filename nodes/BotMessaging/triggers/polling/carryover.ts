import { KeyedQueue } from '../../api/queues';
import { OpenExecutions } from './openExecutions';

/** What outlives a publication: the order of chats, and the executions that still run. */
interface Carryover {
	chats: KeyedQueue;
	executions: OpenExecutions;
}

/** By bot and trigger. */
const carryovers = new Map<string, Carryover>();

export function carryoverOf(key: string): Carryover {
	const carryover = carryovers.get(key) ?? {
		chats: new KeyedQueue(),
		executions: new OpenExecutions(),
	};
	carryovers.set(key, carryover);
	return carryover;
}
