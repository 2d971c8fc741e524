import { dialect } from './emulator';

/** The code of a refusal for a chat, person or message that does not exist. */
export const NOT_FOUND = Number(dialect.chatNotFound);

/** Whether the server reports for each message whether it was deleted. */
export const saysWhatIsDeleted = dialect.returnFailed === 'works';
