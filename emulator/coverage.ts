/** Which methods the emulator carries out, and the test that shows it. */
export interface Covered {
	supported: true;
	testedBy: string;
}

const by = (testedBy: string): Covered => ({
	supported: true,
	testedBy: `test/emulator/${testedBy}`,
});

/** Held against the methods that are routed, and against the named tests. */
export const coverage: Record<string, Covered> = {
	sendMessage: by('messages.test.ts'),
	editMessageText: by('edits.test.ts'),
	deleteMessages: by('deletes.test.ts'),
	deleteMessage: by('deletes.test.ts'),
	sendMediaGroup: by('albums.test.ts'),
	sendVideo: by('media.test.ts'),
	sendAudio: by('media.test.ts'),
	sendVoice: by('media.test.ts'),
	getFile: by('media.test.ts'),
	restrictChatMember: by('members.test.ts'),
	banChatMember: by('members.test.ts'),
	getChatMember: by('members.test.ts'),
	sendDice: by('games.test.ts'),
	getGameHighScores: by('games.test.ts'),
	getMe: by('bot.test.ts'),
	getUpdates: by('updates.test.ts'),
	setWebhook: by('webhooks.test.ts'),
	deleteWebhook: by('webhooks.test.ts'),
	getWebhookInfo: by('webhooks.test.ts'),
	answerCallbackQuery: by('kinds.test.ts'),
};
