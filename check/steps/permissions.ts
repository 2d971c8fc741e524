/** All permissions of a plain member (reference 6.3). */
export const ALL_PERMISSIONS = {
	can_send_messages: true,
	can_send_media_messages: true,
	can_send_polls: true,
	can_send_other_messages: true,
	can_add_web_page_previews: true,
	can_change_info: true,
	can_invite_users: true,
	can_pin_messages: true,
};

/** A server may keep the others from members of a public group. */
export const SENDING = [
	...['can_send_messages', 'can_send_media_messages', 'can_send_polls'],
	...['can_send_other_messages', 'can_add_web_page_previews', 'can_invite_users'],
];
