import { KeyedQueue } from '../../api/queues';
import { OpenExecutions } from './openExecutions';

/** What of a polling trigger outlives a publication. */
export class Carryover {
	/** The order of each chat. */
	readonly chats = new KeyedQueue();

	/** Those that still run. */
	readonly executions = new OpenExecutions();
}
