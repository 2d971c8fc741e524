import { useEffect, useRef, useState } from 'preact/hooks';

import { CallList } from './callList';
import { Icon } from './icons';
import { isOnItsWay, UpdateList } from './updateList';
import { useView } from './view';

type Tab = 'calls' | 'updates';

/** Whether the panel fits next to chats and messages. */
export const isWide = () => matchMedia('(min-width: 60rem)').matches;

/** On a phone the panel is a sheet that lies over the chat. */
const isSheet = () => matchMedia('(max-width: 42rem)').matches;

/** Traffic between the bot and the API: incoming calls and outgoing updates. */
export function Panel({ onClose }: { onClose(): void }) {
	const { world } = useView();
	const [tab, setTab] = useState<Tab>('calls');
	const tabs = useRef<HTMLDivElement>(null);
	const onItsWay = world.outbox.filter(isOnItsWay).length;
	const focusTab = () =>
		tabs.current!.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
	useEffect(() => {
		if (isSheet()) focusTab();
	}, []);
	const onKeyDown = ({ key }: KeyboardEvent) => {
		if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
		setTab(tab === 'calls' ? 'updates' : 'calls');
		requestAnimationFrame(focusTab);
	};
	const tabButton = (name: Tab, label: string, count: number) => (
		<button
			type="button"
			role="tab"
			id={`tab-${name}`}
			aria-selected={tab === name}
			aria-controls="traffic"
			tabIndex={tab === name ? 0 : -1}
			onClick={() => setTab(name)}
		>
			{label}
			{count > 0 && (
				<span class="badge" aria-label={`${count} on the way`}>
					{count}
				</span>
			)}
		</button>
	);
	return (
		<aside
			class="panel"
			id="panel"
			aria-label="Bot traffic"
			onKeyDown={(event) => {
				if (event.key === 'Escape' && isSheet()) onClose();
			}}
		>
			<div class="panel-head">
				<div class="tabs" role="tablist" aria-label="Traffic" ref={tabs} onKeyDown={onKeyDown}>
					{tabButton('calls', 'API calls', 0)}
					{tabButton('updates', 'Updates', onItsWay)}
				</div>
				<button type="button" class="quiet" aria-label="Close the panel" onClick={onClose}>
					<Icon name="close" />
				</button>
			</div>
			<div
				class="panel-body"
				id="traffic"
				role="tabpanel"
				aria-labelledby={`tab-${tab}`}
				tabIndex={0}
			>
				{tab === 'calls' ? <CallList /> : <UpdateList />}
			</div>
		</aside>
	);
}
