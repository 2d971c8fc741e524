/** Messages in one request to delete them (API reference, "Limits"). */
export const MOST_IDS = 100;
