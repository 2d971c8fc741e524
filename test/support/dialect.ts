import { DIALECTS, type DialectName } from '../../emulator/dialects';

/** How the emulator of the tests behaves: `npm run test:dialects` runs them in another dialect than the first. */
export const dialect =
	DIALECTS[(process.env.EMULATOR_DIALECT as DialectName | undefined) ?? 'safew'];

/** The code of a refusal for a chat, a person or a message that is not there. */
export const NOT_FOUND = Number(dialect.chatNotFound);

/** Whether the server says of each message whether it was deleted. */
export const saysWhatIsDeleted = dialect.returnFailed === 'works';
