import type { File } from '../../reference';
import { codeOnly, is, isDone, messageIn, untested, whether, type Step } from '../probe';
import { audio, document, largePicture, picture, video } from './picture';
import { repliedTo } from './texts';

const MOST_CAPTION = 1024;

/** Marks each file as the check's, so that it can be found even if the server does not tell its id. */
const caption = 'Check: <b> & "files" 🙂';

const attached = (type: string, names: string[]) =>
	names.map((name) => ({ type, media: `attach://${name}`, caption: `${caption} ${name}` }));

export const files: Step = {
	does: 'Send about 12 small files and one photo of 11 MB to the group, and delete them',
	isSeen: true,
	requests: 13,
	methods: [
		...(['sendPhoto', 'sendDocument', 'sendAudio', 'sendVoice', 'sendVideo'] as const),
		...(['sendMediaGroup', 'getFile'] as const),
	],
	begin: async (session) => {
		const sent = await session.send('sendDocument', { document: document(), caption });
		await session.send('sendAudio', { audio: audio(), caption });
		await session.send('sendVoice', { voice: audio(), caption });
		await session.send('sendVideo', { video: video(), caption });
		await session.send(
			'sendMediaGroup',
			{ media: attached('photo', ['one', 'two']) },
			{ also: { one: picture(), two: picture() } },
		);
		const { file_id } = Object(sent.ok && messageIn(sent).document) as { file_id?: string };
		if (!file_id) return;
		const file = await session.client.call('getFile', { file_id });
		const { file_size: size, file_path: path } = Object(file.ok && file.result) as Partial<File>;
		if (size !== undefined && size !== document().size)
			session.findings.lie('getFile', '`file_size` is not what was asked for');
		const given = path && (await session.client.download(path));
		if (!given) session.findings.note('getFile', 'the file is not where the nodes would fetch it');
		else if (!given.equals(Buffer.from(await document().arrayBuffer())))
			session.findings.lie('sendDocument', 'the server gives other bytes than were sent');
	},
	probes: {
		mediaReplyId: async (session) => {
			const { message_id: target } = await session.text('Check: a message for a photo');
			return await repliedTo(session, target, async (id) => {
				const photo = { photo: picture(), reply_to_message_id: id, caption };
				return await session.send('sendPhoto', photo);
			});
		},
		mediaByUrl: async (session) => {
			const answer = await session.send('sendPhoto', { photo: session.place.picture, caption });
			return is(isDone(session, answer) ? 'fetched' : 'refused');
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
			return is(isDone(session, answer) ? 'accepted' : 'refused');
		},
		longCaption: async (session) => {
			const long = { photo: picture(), caption: 'c'.repeat(MOST_CAPTION + 1) };
			const answer = await session.send('sendPhoto', long);
			if (!isDone(session, answer)) return is('refused');
			const { caption: seen } = messageIn(answer);
			if (seen === undefined) return untested('the answer has no caption');
			return is(seen.length === MOST_CAPTION ? 'cut' : 'accepted');
		},
		photoTooLarge: async (session) => {
			if (!session.place.isLarge) return untested('no large file is sent');
			return codeOnly(await session.send('sendPhoto', { photo: largePicture(), caption }));
		},
	},
};
