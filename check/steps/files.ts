import type { Entity, File, MethodName } from '../../reference';
import { otherIn } from '../mismatches';
import { codeOnly, is, isDone, messageIn, untested, whether, type Step } from '../probe';
import { audio, document, largePicture, picture, video } from './picture';
import { BUTTONS, repliedTo } from './texts';

const MOST_CAPTION = 1024;

/** Marks each file as the check's, so that it can be found even if the server does not tell its id. */
const caption = 'Check: <b> & "files" 🙂';
const MARKED = { caption: '<b>Check</b>', parse_mode: 'HTML' };

const FILES: Array<[MethodName, Record<string, unknown>]> = [
	['sendDocument', { document: document() }],
	['sendAudio', { audio: audio() }],
	['sendVoice', { voice: audio() }],
	['sendVideo', { video: video() }],
];

const attached = (type: string, names: string[]) =>
	names.map((name) => ({ type, media: `attach://${name}`, caption: `${caption} ${name}` }));

export const files: Step = {
	does: 'Send about 17 small files and one photo of 11 MB to the group, and delete them',
	isSeen: true,
	requests: 19,
	methods: [
		...(['sendPhoto', 'sendDocument', 'sendAudio', 'sendVoice', 'sendVideo'] as const),
		...(['sendMediaGroup', 'getFile'] as const),
	],
	begin: async (session) => {
		const sent = await session.send('sendDocument', { document: document(), caption });
		for (const [method, file] of FILES.slice(1))
			await session.send(method, {}, { also: { ...file, caption } });
		await session.send(
			'sendMediaGroup',
			{ media: attached('photo', ['one', 'two']) },
			{ also: { one: picture(), two: picture() } },
		);
		const { file_id } = Object(sent.ok && messageIn(sent).document) as { file_id?: string };
		if (!file_id) return;
		const again = messageIn(await session.send('sendDocument', { document: file_id, caption }));
		const [first, second] = [messageIn(sent).document, again.document] as [Entity, Entity];
		if (otherIn(['file_unique_id'], second ?? {}, first))
			session.findings.lie('sendDocument', 'sends another file than the one of the `file_id`');
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
			const replies = async (method: MethodName, file: Record<string, unknown>) =>
				await repliedTo(session, target, async (id) => {
					const also = { ...MARKED, ...file, reply_to_message_id: id, reply_markup: BUTTONS };
					return await session.send(method, {}, { also });
				});
			const found = await replies('sendPhoto', { photo: picture() });
			for (const [method, file] of 'is' in found && found.is === 'works' ? FILES : []) {
				const { is: what } = Object(await replies(method, file)) as { is?: string };
				if (what === 'ignored') session.findings.lie(method, 'ignores `reply_to_message_id`');
			}
			return found;
		},
		mediaByUrl: async (session) => {
			const answer = await session.send('sendPhoto', { photo: session.place.picture, caption });
			return is(isDone(session, answer) ? 'fetched' : 'refused');
		},
		albumOfOne: async (session) => {
			const media = [{ ...attached('photo', ['one'])[0], ...MARKED }];
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
			return is(seen.length > MOST_CAPTION ? 'accepted' : 'cut');
		},
		photoTooLarge: async (session) => {
			if (!session.place.isLarge) return untested('no large file is sent');
			return codeOnly(await session.send('sendPhoto', { photo: largePicture(), caption }));
		},
	},
};
