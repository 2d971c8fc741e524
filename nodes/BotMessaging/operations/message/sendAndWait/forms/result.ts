import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { wireId, type Answering } from '../protocol';
import type { Form } from './form';

/** How a form can end. */
export type Outcome = 'answered' | 'cancelled' | 'noAnswer';

/** What the workflow continues with if nobody has sent the form in time. */
export const unanswered = ({ chatId, messageId }: Form, outcome: Outcome = 'noAnswer') => ({
	outcome: outcome as string,
	answers: {} as IDataObject,
	user: null as IDataObject | null,
	chatId: wireId(chatId),
	messageId: wireId(messageId),
	answeredAt: null as string | null,
	// As n8n's own nodes call it.
	respondedAt: null as string | null,
});

/** What the workflow gets of the answer to a field: of a file its name and type, for the file is a binary. */
function valuesOf({ fields, answers }: Form, binary: IBinaryKeyData): IDataObject {
	return Object.fromEntries(
		fields.map(({ name }, place) => {
			const { value = null, file } = answers[place] ?? {};
			if (!file) return [name, value];
			const { fileName = null, mimeType } = { ...binary[name] };
			return [name, { fileId: file.id, fileName, mimeType, binaryField: name }];
		}),
	);
}

/** What the workflow continues with after Send or Cancel. */
export function ended(
	form: Form,
	outcome: Outcome,
	binary: IBinaryKeyData,
	{ user }: Answering,
): IDataObject {
	const at = new Date().toISOString();
	const answers = outcome === 'answered' ? valuesOf(form, binary) : {};
	return { ...unanswered(form, outcome), answers, user, answeredAt: at, respondedAt: at };
}
