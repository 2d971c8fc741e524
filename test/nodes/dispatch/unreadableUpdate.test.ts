import { AnswerError, TransportError, UserError } from '../../../nodes/BotMessaging/api/errors';
import { isUnreadable, StoppedError } from '../../../nodes/BotMessaging/dispatch/unreadableUpdate';

test('an update is blamed for an error of its own', () => {
	expect(isUnreadable(new TypeError('entity is null'))).toBe(true);
});

test.each([
	['nothing fails', undefined],
	['the server says no', new AnswerError(400, 'Bad Request')],
	['the server cannot be reached', new TransportError('reset', 'The connection was interrupted')],
	['the form is wrong', new UserError('Words has no word')],
	['the trigger stops', new StoppedError()],
])('the update is not blamed if %s', (_what, error) => {
	expect(isUnreadable(error)).toBe(false);
});
