import type { IDataObject } from 'n8n-workflow';

/** A chat as the editor saves it, given by its id or an expression. */
export const byId = (value: number | string): IDataObject => ({
	__rl: true,
	mode: 'id',
	value: String(value),
});

/** A chat as the editor saves it if it was given by its name. */
export const byUsername = (value: string): IDataObject => ({
	__rl: true,
	mode: 'username',
	value,
});

/** Chats of a trigger's filter as the editor saves them, given by ids or names. */
export const several = (value: string): IDataObject => ({ __rl: true, mode: 'several', value });

/** A chat as the editor saves it if it was chosen from the list. */
export const fromList = (value: string): IDataObject => ({ __rl: true, mode: 'list', value });
