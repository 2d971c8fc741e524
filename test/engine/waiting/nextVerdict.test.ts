import { useEmulator } from '../../support/emulator';
import { byId } from '../../support/locators';
import { OpenQuestion } from '../../support/openQuestion';

const emulator = useEmulator();
const { chats, users } = emulator.defaults;

test('the node tells a trigger that did not see the question whose next message counts', async () => {
	const parameters = { responseType: 'freeText', replyType: 'number' };
	const isNext = async (changes: object, where: object) => {
		const question = await OpenQuestion.ask(emulator, { ...parameters, ...where });
		const { data } = await question.bring(
			question.press({ kind: 'reply', button: undefined, text: 'twelve', ...changes }),
		);
		question.close();
		await emulator.control('post', 'reset', {});
		return (data as { next?: boolean }).next;
	};
	const user = { id: users.mia, first_name: 'Mia' };
	const certain = { whoMayAnswer: 'users', userIds: String(users.mia) };
	expect(await isNext({ user }, { chatId: byId(String(chats.privateMia)) })).toBe(true);
	expect(await isNext({ user }, certain)).toBe(true);
	expect(await isNext({ user }, {})).toBeUndefined();
	expect(await isNext({ user: { id: users.milan } }, certain)).toBeUndefined();
});
