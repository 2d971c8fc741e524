import { REPORTS_F_TO_N } from './answers-to-names';
import type { Report } from './report';
import { REPORTS_A_TO_E } from './texts-to-webhooks';

/** All public reports, in the order of their list. */
export const REPORTS: Report[] = [...REPORTS_A_TO_E, ...REPORTS_F_TO_N];
