import { useMemo, useState } from 'preact/hooks';

import type { Call } from '../../calls';
import { Fold } from './fold';
import { Json } from './json';
import { clockWithSeconds } from './times';
import { useView } from './view';

const SHOWN = 100;

interface Answer {
	ok?: boolean;
	description?: string;
	result?: unknown;
}

const answerOf = ({ response }: Call) => response as Answer | undefined;

/** A getUpdates that brought nothing. */
function isIdle(call: Call): boolean {
	const result = answerOf(call)?.result;
	return call.method === 'getUpdates' && Array.isArray(result) && result.length === 0;
}

/** The parameters in one line. */
const gistOf = ({ params, files }: Call): string =>
	[...Object.entries(params), ...Object.entries(files).map(([n, f]) => [n, f.filename] as const)]
		.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
		.join(', ');

function Line({ call }: { call: Call }) {
	const { status, method, duration_ms, started_at } = call;
	const isGood = status === 200;
	const answer = answerOf(call);
	return (
		<>
			<span class={`chip ${isGood ? 'good' : 'bad'}`}>{status ?? 'cut'}</span>
			<strong class="method">{method}</strong>
			<span class="when">
				{duration_ms} ms <span>{clockWithSeconds(started_at)}</span>
			</span>
			<span class="gist">{gistOf(call)}</span>
			{!isGood && answer?.description && <span class="why">{answer.description}</span>}
		</>
	);
}

function Inside({ call }: { call: Call }) {
	const { http_method, content_type, params, files, fault, response } = call;
	return (
		<>
			<h3>
				Parameters <span>{[http_method, content_type].filter(Boolean).join(' · ')}</span>
			</h3>
			<Json value={params} />
			{Object.keys(files).length > 0 && (
				<>
					<h3>Files</h3>
					<Json value={files} />
				</>
			)}
			<h3>Answer {fault && <span>with the fault “{fault}”</span>}</h3>
			{response === undefined ? <p class="empty">None</p> : <Json value={response} />}
		</>
	);
}

function Item({ call }: { call: Call }) {
	// A call does not change any more, and a hundred of them take long to draw.
	return useMemo(
		() => (
			<li>
				<Fold line={<Line call={call} />} inside={() => <Inside call={call} />} />
			</li>
		),
		[call],
	);
}

/** The calls of the API, newest first. */
export function CallList() {
	const { world } = useView();
	const [withIdle, setWithIdle] = useState(false);
	const calls = world.calls.filter((call) => withIdle || !isIdle(call));
	const newest = calls.slice(-SHOWN).reverse();
	return (
		<>
			<label class="option">
				<input
					type="checkbox"
					checked={withIdle}
					onChange={({ currentTarget }) => setWithIdle(currentTarget.checked)}
				/>
				Also getUpdates that bring nothing
			</label>
			{newest.length === 0 && (
				<p class="empty">No calls yet. What the bot asks of the API appears here.</p>
			)}
			<ol class="traffic" aria-label="API calls">
				{newest.map((call) => (
					<Item key={call.id} call={call} />
				))}
			</ol>
		</>
	);
}
