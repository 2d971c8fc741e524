import { chatId } from '../../fields/chat';
import { withoutReply, disableContentTypeDetection } from '../../fields/message';
import { fileExtras, fileFields } from '../../fields/media';
import { operation } from '../../engine/define';
import { sendInParts } from './sendInParts';

/** The service's documentation, "sendDocument". */
export const sendDocument = operation('message', 'sendDocument', {
	effect: 'once',
	ordered: true,
	name: 'Send Document',
	action: 'Send a document or file',
	description: 'Send a file of any type, such as a PDF',
	fields: [chatId, ...fileFields('document', 'document')],
	additionalFields: [...fileExtras, disableContentTypeDetection],
	ifRefused: withoutReply,
	inParts: sendInParts,
});
