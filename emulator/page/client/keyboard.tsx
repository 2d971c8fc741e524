import { useEffect, useState } from 'preact/hooks';

import { act } from './acts';
import { isSafe } from './links';
import { useView } from './view';
import type { Shown } from './world';

interface Button {
	text: string;
	callback_data?: string;
	url?: string;
}

/** How long a button looks busy while it waits for the bot's answer. */
const PATIENCE_MS = 10_000;

function CallbackButton({ button, message }: { button: Button; message: Shown }) {
	const { world, me, toast } = useView();
	const [press, setPress] = useState<{ queryId?: string }>();
	const isBusy = press !== undefined && !world.answered.has(press.queryId ?? '');
	useEffect(() => {
		if (!press) return;
		const timer = setTimeout(() => setPress(undefined), PATIENCE_MS);
		return () => clearTimeout(timer);
	}, [press]);
	const onClick = async () => {
		const { chat_id, message_id } = message;
		const { callback_data } = button;
		setPress({});
		try {
			const result = await act('press', { user_id: me, chat_id }, { message_id, callback_data });
			setPress(result.ok ? { queryId: result.query_id } : undefined);
			if (!result.ok) toast(`Not pressed: ${result.refused}`, 'bad');
		} catch (error) {
			setPress(undefined);
			toast(`Not pressed: ${(error as Error).message}`, 'bad');
		}
	};
	return (
		<button type="button" class="key" aria-busy={isBusy} onClick={() => void onClick()}>
			{button.text}
		</button>
	);
}

/** The inline keyboard below a message, if it has one. */
export function Keyboard({ message }: { message: Shown }) {
	const rows = (message.reply_markup as { inline_keyboard?: Button[][] } | undefined)
		?.inline_keyboard;
	if (!rows) return null;
	return (
		<div class="keyboard">
			{rows.map((row, index) => (
				<div class="keyboard-row" key={index}>
					{row.map((button, column) =>
						button.url !== undefined && isSafe(button.url) ? (
							<a class="key" key={column} href={button.url} target="_blank" rel="noreferrer">
								{button.text}
							</a>
						) : (
							<CallbackButton key={column} button={button} message={message} />
						),
					)}
				</div>
			))}
		</div>
	);
}
