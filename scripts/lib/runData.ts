import { parse } from 'flatted';
import type { IRun } from 'n8n-workflow';

/** What each node of an execution did, from the text that n8n stores. */
export const readRun = (stored: string): IRun['data'] => parse(stored) as IRun['data'];
