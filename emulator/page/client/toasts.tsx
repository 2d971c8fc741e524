import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import type { View } from './view';

interface Toast {
	id: number;
	text: string;
	kind: 'plain' | 'bad';
}

const SEEN_MS = 6000;

let nextId = 1;

/** Messages that disappear after a few seconds, or when the reader switches to another person. */
export function useToasts(): { toasts: Toast[]; toast: View['toast']; clearToasts(): void } {
	const [toasts, setToasts] = useState<Toast[]>([]);
	const toast = useCallback<View['toast']>((text, kind = 'plain') => {
		const id = nextId++;
		setToasts((before) => [...before, { id, text, kind }]);
		setTimeout(() => setToasts((before) => before.filter((other) => other.id !== id)), SEEN_MS);
	}, []);
	const clearToasts = useCallback(() => setToasts([]), []);
	return { toasts, toast, clearToasts };
}

export function Toasts({ toasts }: { toasts: Toast[] }) {
	return (
		<div class="toasts" role="status">
			{toasts.map(({ id, text, kind }) => (
				<p key={id} class={`toast ${kind}`}>
					{text}
				</p>
			))}
		</div>
	);
}

/** A bot's answer shown as an alert: it stays until it is closed. */
export function Alert({ text, from, onClose }: { text: string; from: string; onClose(): void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current!.showModal(), []);
	return (
		<dialog ref={dialog} class="alert" aria-labelledby="alert-from" onClose={onClose}>
			<h2 id="alert-from">{from}</h2>
			<p>{text}</p>
			<form method="dialog">
				<button class="primary">OK</button>
			</form>
		</dialog>
	);
}
