import type { Chat, InviteLink } from '../../world/entities';
import { duration } from './times';
import { useView } from './view';
import { useVisit } from './visits';

/** The terms of an invite link. */
function useTerms() {
	const { world } = useView();
	return ({
		is_revoked,
		creates_join_request,
		member_limit,
		expire_date,
		user_ids,
	}: InviteLink) => {
		const left = expire_date === undefined ? undefined : expire_date - world.now();
		return [
			is_revoked && 'revoked',
			creates_join_request && 'asks to be let in',
			member_limit !== undefined && `for ${member_limit}`,
			left !== undefined && (left > 0 ? `${duration(left)} left` : 'expired'),
			`${user_ids.length} came`,
		].filter(Boolean);
	};
}

/** The invite links to a chat; a click joins through one. */
export function InviteLinks({ chat }: { chat: Chat }) {
	const { world } = useView();
	const { visit } = useVisit();
	const termsOf = useTerms();
	const links = world.inviteLinks.filter(({ chat_id }) => chat_id === chat.id);
	if (links.length === 0) return null;
	return (
		<>
			<h2>Invite links</h2>
			<ul class="invite-links">
				{links.map((link) => (
					<li key={link.invite_link}>
						<button
							type="button"
							class="invitation"
							onClick={() => visit('join', { invitation: link })}
						>
							{link.name ?? link.invite_link}
						</button>
						<span class="standing">{termsOf(link).join(', ')}</span>
					</li>
				))}
			</ul>
		</>
	);
}
