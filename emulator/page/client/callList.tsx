import { useMemo, useState } from 'preact/hooks';

import type { Call } from '../../wire/calls';
import { plain } from './chatNames';
import { curlOf } from './curl';
import { Fold } from './fold';
import { Json } from './json';
import { clock } from './times';
import { useView } from './view';

const SHOWN = 100;

/** Filters of the list besides single methods. */
const ALL = 'All';
const NO_POLLS = 'All but getUpdates';

interface Answer {
	ok?: boolean;
	description?: string;
	result?: unknown;
}

const answerOf = ({ response }: Call) => response as Answer | undefined;

/** The parameters in one line. */
const gistOf = ({ params, files }: Call): string =>
	[...Object.entries(params), ...Object.entries(files).map(([n, f]) => [n, f.filename] as const)]
		.map(([name, value]) => {
			if (typeof value !== 'string') return `${name}: ${JSON.stringify(value)}`;
			const isText = name === 'text' || name === 'caption';
			return `${name}: ${isText ? plain(value, params.parse_mode) : value}`;
		})
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
				{duration_ms} ms <span>{clock(started_at)}</span>
			</span>
			<span class="gist">{gistOf(call)}</span>
			{!isGood && answer?.description && <span class="why">{answer.description}</span>}
		</>
	);
}

function Inside({ call }: { call: Call }) {
	const { toast } = useView();
	const { http_method, content_type, params, files, fault, response } = call;
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(curlOf(call, location.origin));
			toast('Copied. Put the token of your bot into BOT_TOKEN before you run it.');
		} catch {
			toast('This browser does not let the page copy', 'bad');
		}
	};
	return (
		<>
			<button type="button" class="soft" onClick={() => void copy()}>
				Copy as curl
			</button>
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
	// A call never changes, and a hundred of them take long to render.
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
	const [wanted, setWanted] = useState(NO_POLLS);
	const methods = [...new Set([...world.calls.map(({ method }) => method)])].sort();
	const isWanted = ({ method }: Call) =>
		wanted === ALL || (wanted === NO_POLLS ? method !== 'getUpdates' : method === wanted);
	const newest = world.calls.filter(isWanted).slice(-SHOWN).reverse();
	return (
		<>
			<div class="options">
				<label>
					<span>Show</span>
					<select value={wanted} onChange={({ currentTarget }) => setWanted(currentTarget.value)}>
						{[NO_POLLS, ALL, ...methods].map((choice) => (
							<option key={choice}>{choice}</option>
						))}
					</select>
				</label>
				<button type="button" class="soft" onClick={() => world.clearCalls()}>
					Clear
				</button>
			</div>
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
