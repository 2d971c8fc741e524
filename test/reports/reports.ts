import { REPORTS_F_TO_N } from './tables/answers-to-names';
import type { Report } from './tables/report';
import { REPORTS_A_TO_E } from './tables/texts-to-webhooks';

/** All public reports, in the order of their list. */
export const REPORTS: Report[] = [...REPORTS_A_TO_E, ...REPORTS_F_TO_N];
