import { parse } from 'flatted';
import type { IRun } from 'n8n-workflow';

/** What each node of an execution did, parsed from n8n's stored text. */
export const readRun = (stored: string): IRun['data'] => parse(stored) as IRun['data'];
