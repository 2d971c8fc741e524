import { dialect } from './emulator';

/** The code of a refusal for a chat, a person or a message that is not there. */
export const NOT_FOUND = Number(dialect.chatNotFound);

/** Whether the server reports for each message whether it was deleted. */
export const saysWhatIsDeleted = dialect.returnFailed === 'works';
