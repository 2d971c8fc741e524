import type { IRun } from 'n8n-workflow';

/** As n8n tells of an execution whose worker was killed. */
export const CUT_OFF = {
	data: { resultData: { error: new Error('job stalled more than maxStalledCount'), runData: {} } },
	status: 'error',
} as unknown as IRun;
