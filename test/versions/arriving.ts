import { writeMessages } from '../../bench/arrivals';
import type { CredentialReference, N8nRest } from '../../sandbox/lib/rest';
import type { Updates } from '../../bench/tally';
import { triggerWorkflow, type TriggerType } from '../../sandbox/lib/triggers';
import { until } from '../../scripts/lib/until';

export const UPDATES = 300;
export const WITHIN_MS = 300_000;
/** How many to send at a time: n8n has to keep up on a busy machine too. */
const PORTION = 30;
/** A repeated execution would have shown up within this time. */
export const NO_MORE_FOR_MS = 8000;

/** Retries until n8n is back, however long that takes. */
export const PATIENT_SERVER = { webhookRetryBaseMs: 100, webhookMaxAttempts: 10_000 };

export const TRIGGERS: Array<[name: string, type: TriggerType]> = [
	['webhook trigger', 'botMessagingTrigger'],
	['polling trigger', 'botMessagingPollingTrigger'],
];

/** A published workflow whose trigger gets many updates. */
export class Arriving {
	private constructor(
		private readonly rest: () => N8nRest,
		private readonly emulatorUrl: string,
		readonly id: string,
	) {}

	/** Publishes a workflow with this run time per update. */
	static async publish(
		rest: () => N8nRest,
		emulatorUrl: string,
		workflow: { type: TriggerType; credential: CredentialReference; takesMs: number },
	): Promise<Arriving> {
		const name = (expect.getState().currentTestName ?? 'Test').slice(-120);
		const id = await rest().importWorkflow(triggerWorkflow({ name, ...workflow }));
		await rest().publish(id);
		return new Arriving(rest, emulatorUrl, id);
	}

	async countEnded(): Promise<number> {
		return await this.rest().countEnded(this.id);
	}

	/** Waits until this many executions have ended. */
	async ended(count: number): Promise<void> {
		const haveEnded = async () => (await this.countEnded()) >= count;
		await until(`${count} executions have ended`, haveEnded, WITHIN_MS);
	}

	/** Writes this many updates, and waits for each portion. */
	async inPortions(count: number): Promise<Updates> {
		const before = await this.countEnded();
		let all: Updates | undefined;
		for (let written = PORTION; written <= count; written += PORTION) {
			const { first, last } = await writeMessages(this.emulatorUrl, PORTION);
			all = { first: all?.first ?? first, last };
			await this.ended(before + written);
		}
		return all!;
	}
}
