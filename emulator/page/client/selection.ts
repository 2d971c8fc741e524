import { useEffect, useState } from 'preact/hooks';

/** The reader and the open chat. They are in the address, so that two tabs can be two people. */
export interface Selection {
	userId: number | undefined;
	/** `undefined` before the first choice, `null` for the list of chats. */
	chatId: number | null | undefined;
}

function readAddress(): Selection {
	const parameters = new URLSearchParams(location.hash.slice(1));
	const user = parameters.get('as');
	const chat = parameters.get('chat');
	return {
		userId: user === null ? undefined : Number(user),
		chatId: chat === null ? undefined : chat === 'none' ? null : Number(chat),
	};
}

export function useSelection(): [Selection, (change: Partial<Selection>) => void] {
	const [selection, setSelection] = useState(readAddress);
	useEffect(() => {
		const follow = () => setSelection(readAddress());
		addEventListener('hashchange', follow);
		return () => removeEventListener('hashchange', follow);
	}, []);
	const select = (change: Partial<Selection>) => {
		const { userId, chatId } = { ...readAddress(), ...change };
		const parameters = new URLSearchParams();
		if (userId !== undefined) parameters.set('as', String(userId));
		if (chatId !== undefined) parameters.set('chat', String(chatId ?? 'none'));
		location.hash = parameters.toString();
		// Update at once: the event comes later, and text typed meanwhile would go to the previous chat.
		setSelection(readAddress());
	};
	return [selection, select];
}
