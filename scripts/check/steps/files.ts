import { codeOnly, is, messageIn, untested, whether, type Step } from '../probe';
import { audio, document, largePicture, picture, video } from './picture';
import { repliedTo } from './texts';

const MOST_CAPTION = 1024;

const attached = (type: string, names: string[]) =>
	names.map((name) => ({ type, media: `attach://${name}` }));

export const files: Step = {
	does: 'Send about 12 small files and one photo of 11 MB to the group, and delete them',
	isSeen: true,
	methods: [
		...(['sendPhoto', 'sendDocument', 'sendAudio', 'sendVoice', 'sendVideo'] as const),
		...(['sendMediaGroup', 'getFile'] as const),
	],
	begin: async (session) => {
		const sent = await session.send('sendDocument', { document: document() });
		await session.send('sendAudio', { audio: audio() });
		await session.send('sendVoice', { voice: audio() });
		await session.send('sendVideo', { video: video() });
		await session.send(
			'sendMediaGroup',
			{ media: attached('photo', ['one', 'two']) },
			{ also: { one: picture(), two: picture() } },
		);
		const { file_id } = Object(sent.ok && messageIn(sent).document) as { file_id?: string };
		if (file_id) await session.client.call('getFile', { file_id });
	},
	probes: {
		mediaReplyId: async (session) => {
			const { message_id: id } = await session.text('Check: a message for a photo');
			const photo = { photo: picture(), reply_to_message_id: id };
			return repliedTo(session, await session.send('sendPhoto', photo), id);
		},
		mediaByUrl: async (session) => {
			const answer = await session.send('sendPhoto', { photo: session.place.picture });
			return is(answer.ok ? 'fetched' : 'refused');
		},
		albumOfOne: async (session) => {
			const media = attached('photo', ['one']);
			const answer = await session.send('sendMediaGroup', { media }, { also: { one: picture() } });
			return whether(session, answer, 'accepted', 'refused');
		},
		albumOfDocuments: async (session) => {
			const media = attached('document', ['one', 'two']);
			const also = { one: document(), two: document() };
			const answer = await session.send('sendMediaGroup', { media }, { also });
			return is(answer.ok ? 'accepted' : 'refused');
		},
		longCaption: async (session) => {
			const caption = 'c'.repeat(MOST_CAPTION + 1);
			const answer = await session.send('sendPhoto', { photo: picture(), caption });
			if (!answer.ok) return is('refused');
			return is(String(messageIn(answer).caption).length === MOST_CAPTION ? 'cut' : 'accepted');
		},
		photoTooLarge: async (session) => {
			if (!session.place.isLarge) return untested('no large file is sent');
			return codeOnly(await session.send('sendPhoto', { photo: largePicture() }));
		},
	},
};
