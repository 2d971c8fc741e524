import type { MostOf } from '../../../../../reference';

/** Messages in one request to delete them (reference 2.4). */
export const MOST_IDS: MostOf<'deleteMessages', 'message_ids'> = 100;
