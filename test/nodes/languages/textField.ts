import type { FormField } from '../../../nodes/BotMessaging/questions/form/form';

/** A question of a form that is answered with a text. */
export const textField = (more: Partial<FormField>): FormField => ({
	name: 'a',
	label: 'A',
	type: 'text',
	hint: '',
	isRequired: true,
	options: [],
	...more,
});
