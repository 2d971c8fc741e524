import type { IRun } from 'n8n-workflow';

/** n8n's data about an execution whose worker was killed. */
export const CUT_OFF = {
	data: { resultData: { error: new Error('job stalled more than maxStalledCount'), runData: {} } },
	status: 'error',
} as unknown as IRun;

/** n8n's report of an execution in queue mode. */
export const JOB = { jobId: '1', status: 'success' } as IRun;
