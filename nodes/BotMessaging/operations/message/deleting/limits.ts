import type { MostOf } from '../../../../../reference';

/** Most messages in one delete request (reference 2.4). */
export const MOST_IDS: MostOf<'deleteMessages', 'message_ids'> = 100;
