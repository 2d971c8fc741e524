import { ONE_TRIGGER, useEitherTrigger } from '../../support/eitherTrigger';

const { emulator, publish, settled } = useEitherTrigger();
const { chats, users } = emulator.defaults;

const options = { gatherAlbums: true };

describe.each(ONE_TRIGGER)('the %s trigger judges an album as a whole', (kind) => {
	const post = async (album: string, caption?: string) =>
		await emulator.act('message', {
			user_id: users.mia,
			chat_id: chats.demoGroup,
			photo: true,
			media_group_id: album,
			...(caption && { caption }),
		});

	/** The albums that started the workflow, each with its number of pictures. */
	const albumsOf = ({ started }: Awaited<ReturnType<typeof publish>>) =>
		started.map(({ item: { json } }) => [json.text, (json.media as object[]).length]);

	const AD = ['/promo of a casino', 3];
	const TRIP = ['a trip', 2];

	test.each([
		['a rule', { rules: { words: 'casino' } }, [AD]],
		['a filter', { filters: { textContains: 'casino' } }, [AD]],
		['an exclusion', { exclude: { textContains: 'casino' } }, [TRIP]],
		['an exclusion of commands', { exclude: { commands: '/promo' } }, [TRIP]],
	])(
		'is judged by %s even if that fits only its last caption',
		async (_what, parameters, expected) => {
			const trigger = await publish(kind, { ...parameters, options });
			for (const album of ['ad', 'trip', 'ad']) await post(album);
			await post('trip', 'a trip');
			await post('ad', '/promo of a casino');
			await settled();
			expect(albumsOf(trigger)).toEqual(expected);
		},
	);

	test('mentions in several captions are counted together', async () => {
		const trigger = await publish(kind, { rules: { moreMentionsThan: 2 }, options });
		await post('ad', '@olga @milan');
		await post('ad', '@noah');
		await post('same', '@olga @milan');
		await post('same', '@Olga');
		await settled();
		expect(trigger.started).toHaveLength(1);
		expect(trigger.started[0].item.json).toMatchObject({ brokenRules: ['mentions'] });
	});

	test('an album that is held back starts nothing later', async () => {
		const trigger = await publish(kind, { filters: { textContains: 'casino' }, options });
		await post('trip', 'a trip');
		await post('trip');
		await settled();
		await post('ad');
		await post('ad', 'a casino');
		await settled();
		expect(albumsOf(trigger)).toEqual([['a casino', 2]]);
	});
});
