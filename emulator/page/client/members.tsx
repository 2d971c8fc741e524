import { useEffect, useRef, useState } from 'preact/hooks';

import type { Chat, Member } from '../../world/entities';
import { Avatar } from './avatar';
import { headCount } from './chatNames';
import { InviteLinks } from './inviteLinks';
import { isHeld, isPresent, standing, timeLeft } from './standing';
import { useView } from './view';
import { useVisit, type Measure, type Visit } from './visits';

function Standing({ member }: { member: Member | undefined }) {
	const { world } = useView();
	if (!member || !isHeld(member)) return <span class="standing">{standing(member)}</span>;
	return (
		<span class="standing held">
			{standing(member)} <span class="left">{timeLeft(member, world.now())}</span>
		</span>
	);
}

/** Usually more than a rule against raids lets in. */
const RAIDERS = 12;

const VISITS: Array<[Visit, string]> = [
	['join', 'Join'],
	['leave', 'Leave'],
	['join_request', 'Ask to be let in'],
];

const MEASURES: Array<[Measure, string]> = [
	['mute', 'Mute'],
	['ban', 'Ban'],
	['free', 'Free'],
];

/** An entry of the list. People can be selected to come and go together; bots cannot. */
function Person({
	userId,
	member,
	isTicked,
	onTick,
}: {
	userId: number;
	member: Member | undefined;
	isTicked: boolean;
	onTick(isTicked: boolean): void;
}) {
	const { world, me } = useView();
	const name = world.name(userId);
	const isBot = world.botIds.has(userId);
	return (
		<li>
			<input
				type="checkbox"
				aria-label={`Choose ${name}`}
				disabled={isBot}
				checked={isTicked}
				onChange={({ currentTarget }) => onTick(currentTarget.checked)}
			/>
			<Avatar id={userId} name={name} isBot={isBot} />
			<span class="member-name">
				{name}
				{userId === me && ' (you)'} <code>{userId}</code>
			</span>
			<Standing member={member} />
		</li>
	);
}

/** All people, members of the chat first, and actions for the selected ones. */
function People({ chat }: { chat: Chat }) {
	const { world, me } = useView();
	const { visitAll, moderate, addPerson, raid } = useVisit();
	const isModerator = ['creator', 'administrator'].includes(
		world.member(chat.id, me)?.status ?? '',
	);
	const [ticked, setTicked] = useState<Set<number>>(new Set());
	const known = world.membersOf(chat.id).filter((member) => isPresent(member) || isHeld(member));
	const ids = new Set(known.map(({ user_id }) => user_id));
	const outside = [...world.users.values()].filter(({ id, is_bot }) => !is_bot && !ids.has(id));
	const person = (userId: number) => (
		<Person
			key={userId}
			userId={userId}
			member={world.member(chat.id, userId)}
			isTicked={ticked.has(userId)}
			onTick={(isTicked) => {
				const others = [...ticked].filter((id) => id !== userId);
				setTicked(new Set(isTicked ? [...others, userId] : others));
			}}
		/>
	);
	const forTicked = (label: string, act: (userIds: number[]) => void) => (
		<button
			key={label}
			type="button"
			class="soft"
			disabled={ticked.size === 0}
			onClick={() => act([...ticked])}
		>
			{label}
		</button>
	);
	return (
		<>
			<ul>
				{known.map(({ user_id }) => person(user_id))}
				{outside.map(({ id }) => person(id))}
			</ul>
			<div class="together" role="group" aria-label="All who are ticked">
				{VISITS.map(([kind, label]) => forTicked(label, (ids) => visitAll(kind, ids, chat.id)))}
				{isModerator &&
					MEASURES.map(([kind, label]) => forTicked(label, (ids) => moderate(kind, ids, chat.id)))}
				<button type="button" class="soft" onClick={addPerson}>
					New person
				</button>
				<button type="button" class="soft" onClick={() => raid(RAIDERS, chat.id)}>
					{RAIDERS} join at once
				</button>
			</div>
		</>
	);
}

/** The members of a chat with their status, and the ways in. */
export function Members({ chat }: { chat: Chat }) {
	const { world } = useView();
	const details = useRef<HTMLDetailsElement>(null);
	useEffect(() => {
		const closeFromOutside = ({ target }: PointerEvent) => {
			if (!details.current!.contains(target as Node)) details.current!.open = false;
		};
		addEventListener('pointerdown', closeFromOutside);
		return () => removeEventListener('pointerdown', closeFromOutside);
	}, []);
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
			<div class="members-inside">
				<InviteLinks chat={chat} />
				<People chat={chat} />
			</div>
		</details>
	);
}

/** If there are more, they are folded into one line. */
const MOST_SHOWN = 3;

/** Muted and banned members, with the time left, and people who ask to join. */
export function HeldMembers({ chat }: { chat: Chat }) {
	const { world, me } = useView();
	const { moderate } = useVisit();
	const name = (userId: number) => (userId === me ? 'You' : world.name(userId));
	const held = world.membersOf(chat.id).filter(isHeld);
	const owner = world.membersOf(chat.id).find(({ status }) => status === 'creator');
	const free = (members: Member[]) =>
		owner && (
			<button
				type="button"
				class="soft"
				title={`As ${world.name(owner.user_id)}, who owns the chat`}
				aria-label={members.length > 1 ? 'Free all' : `Free ${world.name(members[0]!.user_id)}`}
				onClick={() => {
					const ids = members.map(({ user_id }) => user_id);
					moderate('free', ids, chat.id, owner.user_id);
				}}
			>
				{members.length > 1 ? 'Free all' : 'Free'}
			</button>
		);
	const list = (
		<ul class="held-members" aria-label="Muted and banned members">
			{held.map((member) => (
				<li key={member.user_id}>
					<strong>{name(member.user_id)}</strong> <Standing member={member} /> {free([member])}
				</li>
			))}
		</ul>
	);
	const waiting = world.joinRequests.filter(({ chat_id }) => chat_id === chat.id);
	return (
		<>
			{held.length > MOST_SHOWN && (
				<details class="all-held">
					<summary>{held.length} people are muted or banned</summary>
					{free(held)}
					{list}
				</details>
			)}
			{held.length > 0 && held.length <= MOST_SHOWN && list}
			{waiting.length > 0 && (
				<ul class="held-members waiting" aria-label="Join requests">
					{waiting.map(({ user_id }) => (
						<li key={user_id}>
							<strong>{name(user_id)}</strong> {user_id === me ? 'ask' : 'asks'} to be let in
						</li>
					))}
				</ul>
			)}
		</>
	);
}
