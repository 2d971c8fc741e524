import type { FormField } from '../../../nodes/BotMessaging/questions/form/form';

/** A form's question with a text as its answer. */
export const textField = (more: Partial<FormField>): FormField => ({
	name: 'a',
	label: 'A',
	type: 'text',
	hint: '',
	isRequired: true,
	options: [],
	...more,
});
