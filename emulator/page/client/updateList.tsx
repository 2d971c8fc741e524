import { useMemo } from 'preact/hooks';

import type { Fate, Outgoing } from '../outbox';
import { Fold } from './fold';
import { Json } from './json';
import { clock } from './times';
import { useView } from './view';

const SHOWN = 100;

const WORDS: Record<Fate, string> = {
	waiting: 'waiting',
	fetched: 'fetched',
	retried: 'retrying',
	delivered: 'delivered',
	given_up: 'given up',
	dropped: 'dropped',
};

const CHIPS: Record<Fate, string> = {
	waiting: 'open',
	fetched: 'open',
	retried: 'warn',
	delivered: 'good',
	given_up: 'bad',
	dropped: 'plain',
};

/** Updates that the bot may not have yet. */
export const isOnItsWay = ({ fate }: Outgoing): boolean =>
	fate === 'waiting' || fate === 'fetched' || fate === 'retried';

const kindOf = ({ update }: Outgoing) => Object.keys(update).find((key) => key !== 'update_id')!;

/** The fields of any update that can describe it in one line. */
interface Payload {
	from?: { first_name: string };
	user?: { first_name: string };
	text?: string;
	caption?: string;
	data?: string;
}

function gistOf(outgoing: Outgoing): string {
	const { from, user, text, caption, data } = outgoing.update[kindOf(outgoing)] as Payload;
	return [(from ?? user)?.first_name, text ?? caption ?? data]
		.filter((part) => part !== undefined)
		.join(': ');
}

function Line({ outgoing }: { outgoing: Outgoing }) {
	const { update, at, fate, fetches, attempts } = outgoing;
	const tries = Math.max(fetches, attempts.length);
	return (
		<>
			<span class={`chip ${CHIPS[fate]}`}>{WORDS[fate]}</span>
			<strong class="method">{kindOf(outgoing)}</strong>
			<span class="when">
				{tries > 1 && (
					<b title="How often it was fetched by the bot or pushed to it">{tries} tries</b>
				)}{' '}
				<span title="update_id">#{update.update_id}</span> <span>{clock(at)}</span>
			</span>
			<span class="gist">{gistOf(outgoing)}</span>
		</>
	);
}

function Inside({ outgoing: { update, attempts, fetches, fate } }: { outgoing: Outgoing }) {
	return (
		<>
			{attempts.length > 0 && (
				<>
					<h3>Pushes to the webhook</h3>
					<ol class="attempts">
						{attempts.map(({ attempt, status, error, duration_ms, started_at, url }) => (
							<li key={attempt}>
								<b>{status ?? error}</b> in {duration_ms} ms at {clock(started_at)}
								<code>{url}</code>
							</li>
						))}
					</ol>
				</>
			)}
			{fetches > 0 && (
				<p>
					Given out by getUpdates {fetches === 1 ? 'once' : `${fetches} times`}
					{fate === 'fetched' ? ', not confirmed yet.' : '.'}
				</p>
			)}
			<h3>Update</h3>
			<Json value={update} />
		</>
	);
}

function Item({ outgoing }: { outgoing: Outgoing }) {
	return useMemo(
		() => (
			<li>
				<Fold line={<Line outgoing={outgoing} />} inside={() => <Inside outgoing={outgoing} />} />
			</li>
		),
		[outgoing, outgoing.fate, outgoing.fetches, outgoing.attempts.length],
	);
}

/** The updates for the bots, newest first, and their fates. */
export function UpdateList() {
	const { world } = useView();
	const newest = world.outbox.slice(-SHOWN).reverse();
	return (
		<>
			<div class="options">
				<span>What is not delivered yet stays</span>
				<button type="button" class="soft" onClick={() => world.clearUpdates(isOnItsWay)}>
					Clear
				</button>
			</div>
			{newest.length === 0 && (
				<p class="empty">No updates yet. What people do in the chats goes to the bot from here.</p>
			)}
			<ol class="traffic" aria-label="Updates">
				{newest.map((outgoing) => (
					<Item key={`${outgoing.bot_id} ${outgoing.update.update_id}`} outgoing={outgoing} />
				))}
			</ol>
		</>
	);
}
