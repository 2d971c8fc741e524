import type { MostOf } from '../../../../../reference';

/** Messages in one request to delete them (API reference, "Limits"). */
export const MOST_IDS: MostOf<'deleteMessages', 'message_ids'> = 100;
