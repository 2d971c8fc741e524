import { disableContentTypeDetection } from '../../fields/message';
import { operation } from '../../engine/define';
import { fileMessage } from './sendInParts';

/** The service's documentation, "sendDocument". */
export const sendDocument = operation('message', 'sendDocument', {
	effect: 'once',
	ordered: true,
	name: 'Send Document',
	action: 'Send a document or file',
	description: 'Send a file of any type, such as a PDF',
	...fileMessage('document', 'document', disableContentTypeDetection),
});
