import { useEmulator } from '../support/emulator';
import { gif, jpeg, png } from '../support/pictures';
import { accepted, expectRefusal } from './answers';
import { upload } from './upload';

const emulator = useEmulator();
const chat_id = String(emulator.defaults.chats.demoGroup);

const MAKERS = { png, gif, jpeg };

const send = async (
	content: Buffer | string,
	method: 'sendPhoto' | 'sendDocument' = 'sendPhoto',
) => {
	const name = method === 'sendPhoto' ? 'photo' : 'document';
	const part = { content, filename: 'picture.png', type: 'image/png' };
	return await upload(emulator, method, { chat_id }, { [name]: part });
};

describe.each(['png', 'gif', 'jpeg'] as const)('a photo of the type %s', (kind) => {
	test.each([
		[5000, 5000],
		[200, 10],
		[10, 200],
	])('is accepted with %d by %d pixels', async (width, height) => {
		accepted(await send(MAKERS[kind](width, height)));
	});

	test.each([
		[5001, 5000],
		[201, 10],
		[10, 201],
	])('is refused with %d by %d pixels, and accepted as a document', async (width, height) => {
		const picture = MAKERS[kind](width, height);
		expectRefusal(await send(picture), 400, 'Bad Request: PHOTO_INVALID_DIMENSIONS');
		accepted(await send(picture, 'sendDocument'));
	});
});

test('a photo without a size is accepted', async () => {
	accepted(await send('a picture'));
	accepted(await send(Buffer.from([0xff, 0xd8, 0xff])));
});
