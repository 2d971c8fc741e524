import type { InviteLink } from '../../world/entities';
import { act, addPerson } from './acts';
import { useView } from './view';

/** How people enter or leave a chat. */
export type Visit = 'join' | 'leave' | 'join_request';

/** Names for new people, used in order. */
const NAMES = 'Ada Ben Cleo Dan Eva Finn Gina Hugo Ivy Jon Kim Leo'.split(' ');

/** Actions of administrators on people. */
export type Measure = 'mute' | 'ban' | 'free';

/** Lets people come and go; shows failures on the page. */
export function useVisit() {
	const { world, me, toast } = useView();
	const one = async (kind: Visit, user_id: number, chat_id: number, link?: string) => {
		const result = await act(kind, { user_id, chat_id }, link ? { invite_link: link } : {});
		const who = user_id === me ? '' : `${world.name(user_id)}: `;
		if (!result.ok) toast(`${who}Refused: ${result.refused}`, 'bad');
	};
	const attempt = async (work: () => Promise<void>) => {
		try {
			await work();
		} catch (error) {
			toast((error as Error).message, 'bad');
		}
	};
	return {
		/** The reader joins, leaves or asks to join, directly or through an invite link. */
		visit: (kind: Visit, { chatId, invitation }: { chatId?: number; invitation?: InviteLink }) => {
			const chat = invitation?.chat_id ?? chatId!;
			// It reports errors on the page itself.
			void attempt(async () => await one(kind, me, chat, invitation?.invite_link));
		},
		/** The same for several people at once, at one chat. */
		visitAll: (kind: Visit, userIds: number[], chatId: number) => {
			const all = async () => {
				await Promise.all(userIds.map(async (id) => await one(kind, id, chatId)));
			};
			void attempt(all);
		},
		/** An administrator, by default the reader, acts on several people. */
		moderate: (kind: Measure, userIds: number[], chat_id: number, user_id = me) => {
			const all = async () => {
				for (const member_id of userIds) {
					const result = await act(kind, { user_id, chat_id }, { member_id });
					if (!result.ok) toast(`${world.name(member_id)}: Refused: ${result.refused}`, 'bad');
				}
			};
			void attempt(all);
		},
		/** New people join a chat as fast as they can. */
		raid: (people: number, chatId: number) => {
			const come = async (_none: unknown, index: number) => {
				const { user_id } = await addPerson(`Raider ${world.users.size + index}`);
				await one('join', user_id!, chatId);
			};
			void attempt(async () => void (await Promise.all(Array.from({ length: people }, come))));
		},
		/** Creates a person who is in no chat yet. */
		addPerson: () => {
			const known = new Set([...world.users.values()].map(({ first_name }) => first_name));
			const name = NAMES.find((one) => !known.has(one)) ?? `Person ${known.size}`;
			void attempt(async () => void (await addPerson(name)));
		},
	};
}
