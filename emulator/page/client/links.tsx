import type { ComponentChildren } from 'preact';

import { useVisit } from './visits';
import { useView } from './view';

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/;

/** Whether an address may be a link: one that runs a script may not. */
export const isSafe = (address: string) => /^(https?|mailto|tg):/i.test(address);

export function Link({ address, children }: { address: string; children: ComponentChildren }) {
	const { world } = useView();
	const { visit } = useVisit();
	const invitation = world.inviteLinks.find(({ invite_link }) => invite_link === address);
	if (invitation) {
		return (
			<button type="button" class="invitation" onClick={() => visit('join', { invitation })}>
				{children}
			</button>
		);
	}
	if (!isSafe(address)) return <>{children}</>;
	return (
		<a href={address} target="_blank" rel="noreferrer noopener">
			{children}
		</a>
	);
}

/** Text with its web addresses as links. */
export function Plain({ text }: { text: string }) {
	const parts = text.split(ADDRESS);
	return (
		<>
			{parts.map((part, index) =>
				index % 2 === 1 ? (
					<Link key={index} address={part}>
						{part}
					</Link>
				) : (
					part
				),
			)}
		</>
	);
}
