import { useEffect, useRef } from 'preact/hooks';

import type { Chat, Member } from '../../entities';
import { Avatar } from './avatar';
import { headCount } from './chatNames';
import { isHeld, isPresent, standing, timeLeft } from './standing';
import { useView } from './view';

function Standing({ member }: { member: Member }) {
	const { world } = useView();
	if (!isHeld(member)) return <span class="standing">{standing(member)}</span>;
	return (
		<span class="standing held">
			{standing(member)} <span class="left">{timeLeft(member, world.now())}</span>
		</span>
	);
}

/** Who is in a chat, and how they stand there. */
export function Members({ chat }: { chat: Chat }) {
	const { world, me } = useView();
	const details = useRef<HTMLDetailsElement>(null);
	useEffect(() => {
		const closeFromOutside = ({ target }: PointerEvent) => {
			if (!details.current!.contains(target as Node)) details.current!.open = false;
		};
		addEventListener('pointerdown', closeFromOutside);
		return () => removeEventListener('pointerdown', closeFromOutside);
	}, []);
	const known = world.membersOf(chat.id).filter((member) => isPresent(member) || isHeld(member));
	return (
		<details
			class="members"
			ref={details}
			onKeyDown={(event) => {
				if (event.key !== 'Escape') return;
				details.current!.open = false;
				details.current!.querySelector('summary')!.focus();
			}}
		>
			<summary>{headCount(world, chat)}</summary>
			<ul>
				{known.map((member) => {
					const { user_id } = member;
					const name = world.name(user_id);
					return (
						<li key={user_id}>
							<Avatar id={user_id} name={name} isBot={world.botIds.has(user_id)} />
							<span class="member-name">
								{name}
								{user_id === me && ' (you)'} <code>{user_id}</code>
							</span>
							<Standing member={member} />
						</li>
					);
				})}
			</ul>
		</details>
	);
}

/** The members who are muted or banned, and for how long yet. */
export function HeldMembers({ chat }: { chat: Chat }) {
	const { world, me } = useView();
	const held = world.membersOf(chat.id).filter(isHeld);
	if (held.length === 0) return null;
	return (
		<ul class="held-members" aria-label="Muted and banned members">
			{held.map((member) => (
				<li key={member.user_id}>
					<strong>{member.user_id === me ? 'You' : world.name(member.user_id)}</strong>{' '}
					<Standing member={member} />
				</li>
			))}
		</ul>
	);
}
