import { useState } from 'preact/hooks';

import { gist } from './chatNames';
import { Icon } from './icons';
import { useView } from './view';

/** The pinned messages of a chat, last one first; a click shows the message, the next click the one before. */
export function Pinned({ chatId }: { chatId: number }) {
	const { world, toast } = useView();
	const [turn, setTurn] = useState(0);
	const pinned = world
		.messagesOf(chatId)
		.filter((message) => message.pinned !== undefined && !message.deleted)
		.sort((a, b) => b.pinned! - a.pinned!);
	const message = pinned[turn % pinned.length];
	if (!message) return null;
	const show = () => {
		const bubble = document.querySelector(`[data-message-id="${message.message_id}"]`);
		if (bubble) bubble.scrollIntoView({ block: 'center' });
		else toast('It is further up: show earlier messages first');
		setTurn(turn + 1);
	};
	return (
		<button type="button" class="pinned" onClick={show}>
			<Icon name="pin" />
			<span class="pinned-words">
				<strong>Pinned{pinned.length > 1 && ` (${pinned.length})`}</strong> {gist(world, message)}
			</span>
		</button>
	);
}
