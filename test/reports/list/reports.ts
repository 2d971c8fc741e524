/** A public report about a chat node, a bot library or a moderation bot, and the tests for it here. */
interface Report {
	/** In the list of reports, e.g. `A1`. */
	id: string;
	/** The thread with the report. */
	source: string;
	outcome: 'tested' | 'tested elsewhere' | 'does not apply';
	/** Test files, from the root. In a file of `tested`, the name of a test contains the id. */
	where: string[];
	note?: string;
}

const row =
	(outcome: Report['outcome']) =>
	(id: string, source: string, files: string | string[], note?: string): Report => {
		const where = [files].flat().map((file) => `test/${file}.test.ts`);
		return { id, source, outcome, where, note };
	};

const tested = row('tested');
const testedElsewhere = row('tested elsewhere');
const doesNotApply = (id: string, source: string, note: string) =>
	row('does not apply')(id, source, [], note);

/** All public reports, in the order of their list. */
export const REPORTS: Report[] = [
	tested('A1', 'openclaw/openclaw #81799', 'reports/texts'),
	tested('A2', 'openclaw/openclaw #4071', 'reports/texts'),
	tested(
		'A4',
		'openclaw/openclaw #28851, #25110, #42240',
		'reports/texts',
		'a question was sent, and refused by the server',
	),
	tested('A5', 'openclaw/openclaw #86805', 'reports/texts'),
	tested(
		'A7',
		'n8n-io/n8n #19183',
		'reports/texts',
		'a question whose formatting the server refuses is sent as plain text',
	),
	tested(
		'A8',
		'n8n-io/n8n #13815, #14699',
		'reports/texts',
		'a text of signs without width was sent',
	),
	tested('A10', 'openclaw/openclaw #93263', 'reports/texts'),
	tested(
		'B1',
		'NousResearch/hermes-agent #55439',
		'reports/updates',
		'a command counts at the beginning of a message only, as the form says',
	),
	tested('B3', 'python-telegram-bot #400, #4319', 'reports/emojiAndButtons'),
	tested('B4', 'interlumpen/Telegram-shop #9, telegram-bot #15', 'reports/emojiAndButtons'),
	tested('B6', 'windkh/node-red-contrib-telegrambot #165, #382', 'reports/updates'),
	tested('B7', 'tdlib/telegram-bot-api #464', 'reports/updates'),
	tested(
		'B9',
		'TwiN/gatus #179, bostrot/telegram-support-bot #16',
		'reports/movedGroups',
		'before the server has said that a group moved, its two numbers are two chats',
	),
	tested('B10', 'the-guard-bot #122', 'reports/movedGroups'),
	tested('C2', 'irazasyed/telegram-bot-sdk #872', 'reports/sentFiles'),
	tested('C3', 'n8n-io/n8n #15292', 'reports/sentFiles', 'an album takes photos and videos alone'),
	tested('C5', 'openclaw/openclaw #100051, #100000', 'reports/receivedFiles'),
	tested(
		'C6',
		'NousResearch/hermes-agent #37970',
		'reports/receivedFiles',
		'the item had no file of the message that was answered',
	),
	testedElsewhere(
		'C8',
		'NousResearch/hermes-agent #15728, #19630, picoclaw #1409, TelePost #39',
		'nodes/refusals/refusals',
	),
	tested('C9', 'n8n-io/n8n #22955', 'e2e/reports'),
	tested('C11', 'n8n-io/n8n #14101', 'e2e/reports'),
	tested('C12', 'n8n-io/n8n #25065, #28960', 'e2e/reports'),
	tested('C14', 'NousResearch/hermes-agent #35739', 'reports/sentFiles'),
	tested('C15', 'node-red-contrib-chatbot #606', 'reports/sentFiles'),
	tested('D2', 'HKUDS/nanobot #5171', 'reports/polling'),
	tested('D3', 'grammyjs/runner #7', 'reports/polling'),
	tested(
		'D5',
		'openclaw/openclaw #739',
		'reports/restarts',
		'with Run Again it ran at each start for ever; now three repetitions, as after a worker that was killed',
	),
	tested('D6', 'openclaw/openclaw #101324, #46674', 'reports/polling'),
	tested('D8', 'openclaw/openclaw #42156, #42516', 'reports/presses'),
	tested('D9', 'anthropics/claude-plugins-official #963', 'reports/polling'),
	tested('D11', 'grammyjs/grammY #963', 'reports/polling'),
	tested('D12', 'tdlib/telegram-bot-api #396', 'reports/joins'),
	tested('E2', 'n8n-io/n8n #18683, #11966', 'e2e/reports'),
	tested('E3', 'czlonkowski/n8n-mcp #551', 'e2e/reports'),
	tested(
		'E5',
		'n8n-io/n8n #18610, n8n_ynh #335',
		'e2e/reportsBasePath',
		'n8n refuses its own signed addresses if a proxy takes their path off: its webhooks must be at the root',
	),
	tested('E6', 'openclaw/openclaw #16763', 'reports/webhooks'),
	tested('E8', 'n8n-io/n8n #17610', 'reports/webhooks'),
	tested('E9', 'n8n-io/n8n #23206', 'e2e/reports'),
	tested(
		'E11',
		'n8n-io/n8n #13770, #12540',
		'reports/webhooks',
		'what a server meets later, such as an expired certificate, is in the log of the next start',
	),
	tested('E12', 'n8n 2.48.5, Teams Trigger', 'reports/webhooks'),
	testedElsewhere(
		'F1',
		'n8n #34645',
		['e2e/waiting/agent', 'e2e/waiting/review'],
		'only a whole n8n has agents with human review; the tests use agent 3',
	),
	tested(
		'F2',
		'n8n #14198, #15123',
		'reports/askAndWait',
		'a workflow timeout that ends a wait is a matter of n8n alone',
	),
	tested('F4', 'n8n #15505', 'reports/askAndWait'),
	tested('F5', 'nutgram #725, grammy-inline-menu #64', 'reports/latePresses'),
	testedElsewhere('F7', 'openclaw #40442, #35632', ['engine/unchanged', 'nodes/refusals/refusals']),
	tested('F8', 'openclaw #152121', 'reports/sends'),
	tested(
		'F10',
		'hermes-agent #22267, #27012',
		'reports/topics',
		'an empty text by expression is refused by the name of the field',
	),
	tested('F11', 'n8n 2.48.5', 'reports/askAndWait'),
	tested(
		'F13',
		'nullclaw #312, opencrabs #950, opencode-telegram-bot #180, claude-code-telegram #187',
		'reports/askAndWait',
		'of an answer, the first part counts, and the person is told so; otherwise each message starts an execution, as docs/triggers.md says',
	),
	tested('F14', 'nanobot #2492', 'reports/askAndWait', 'docs/triggers.md says so'),
	tested(
		'G1',
		'opencrabs #1613',
		'reports/commands',
		'says what to shorten: the polling trigger by a failed execution, a webhook in the log of n8n',
	),
	tested('G2', 'node-telegram-bot-api #1008, telegraf #1589', 'reports/commands'),
	tested('G4', 'Himmel #534, docker-controller-bot #25', 'reports/members'),
	tested('G5', 'TranscriberBot #28', 'reports/members'),
	tested('G7', 'python-telegram-bot #3772', 'reports/sends'),
	doesNotApply(
		'G8',
		'TELEGRAM_LIMITS.md of shellog',
		'nobody can see that a confirmed message was dropped; docs/sending.md says what to set then',
	),
	tested(
		'G10',
		'schedule #649, bb #3736',
		'reports/clockChanges',
		'n8n itself starts what is planned for a time, such as night mode and reports',
	),
	tested('G11', 'netdata-cloud #1137', 'reports/clockChanges'),
	tested('G13', 'openclaw #112795', 'reports/topics'),
	tested('G14', 'node-red-contrib-telegrambot #82', 'reports/latePresses'),
	tested('G16', 'smithers #812, opensre #6048, hermes-agent #65508', [
		'reports/hiddenTokens',
		'engine/token',
	]),
	tested('N1', 'GreenCaptchaBot #6, tgbot #5', 'reports/members'),
	tested('N2', 'hermes-agent #51349, #118678, takopi #152, humux #206', 'reports/topics'),
	tested('N3', 'hermes-agent #51349, humux #206', 'reports/topics'),
	tested('N4', 'humux #206', 'reports/topics'),
	testedElsewhere('N5', 'TLG_JoinCaptchaBot #75', 'engine/kick'),
	tested(
		'N6',
		'agno #7360, chatgpt-telegram #63, lettabot #433, openclaw #141959',
		'reports/sends',
	),
	tested('N7', 'openclaw #81764', 'reports/sends'),
	tested(
		'N8',
		'librefang #4959, mautrix/telegram #419, telegram-bot-sdk #872, n8n #28807, #15292',
		'reports/filesAndAlbums',
	),
	tested('N9', 'n8n PR #17725, letta-code #2050, openclaw #152300', 'reports/filesAndAlbums'),
	testedElsewhere(
		'N10',
		'node-red-telegrambot #183, TelegramBot/Api #49, n8n-docs #1963, home-assistant #161979',
		'nodes/refusals/refusals',
	),
	tested('N11', 'activepieces #13267', 'reports/members'),
	testedElsewhere(
		'N12',
		'openclaw #1339, #874, #14894, #13566, tdlib/telegram-bot-api #447, python-telegram-bot #4205',
		'nodes/refusals/refusals',
	),
	testedElsewhere('N13', 'hermes-agent #15728', 'nodes/refusals/refusals'),
	testedElsewhere('N14', 'kaishnik-bot #1', 'nodes/refusals/refusals'),
	testedElsewhere(
		'N15',
		'ff-backend #175, dotaUpdatesBot #24, LostFilmUpdatesBot #57',
		'nodes/refusals/refusals',
	),
	testedElsewhere('N16', 'a refusal of Telegram’s server', 'nodes/refusals/refusals'),
	tested('N17', 'tg-spam #308, makibot #418', 'reports/hiddenSpam'),
	testedElsewhere('N18', 'openclaw #10758, monolog #2066', 'engine/ownFormats'),
	testedElsewhere(
		'N19',
		'gatus #179, telegram-bot-ruby #239, node-red-telegrambot #105',
		'engine/movedGroups',
	),
	testedElsewhere(
		'N20',
		'grammyjs/menu #25, nutgram #692, pyTelegramBotAPI #763, telegraf-ratelimit #1',
		'engine/unchanged',
	),
	testedElsewhere('N21', 'openclaw #52524, zerotwobot #43, ffmemes #254', [
		'engine/unchanged',
		'nodes/refusals/refusals',
	]),
	tested('N22', 'home-assistant #91750, node-red #408, openclaw #19144', 'reports/topics'),
	tested('N23', 'openclaw #110690', 'reports/filesAndAlbums'),
	tested(
		'N24',
		'hermes-agent #37970',
		'reports/filesAndAlbums',
		'replyTo has the file; File > Get downloads it',
	),
	tested('N25', 'tg-spam #366', 'reports/hiddenSpam'),
	tested('N26', 'tg-spam #299, #287', 'reports/hiddenSpam'),
	tested('N27', 'telegram-ad-filter #12', 'reports/hiddenSpam'),
	tested('N28', 'openclaw #42240, n8n #19183', 'reports/askAndWait'),
	doesNotApply(
		'N29',
		'nullclaw #312, nanobot #2492',
		'a wish: one execution for several messages that belong together; until then docs/triggers.md says how to join them',
	),
	tested('N32', 'a wish', 'reports/members'),
	tested('N35', 'activepieces #13267', 'reports/members'),
	tested('N37', 'n8n #19236', 'reports/filesAndAlbums'),
	tested('N39', 'n8n #28354, #28358, pyTelegramBotAPI #833', 'reports/filesAndAlbums'),
	tested('N41', 'librefang #2754, serilog #33, elizaOS #22218', 'reports/sends'),
	tested('N43', 'openclaw #98786', 'reports/sends'),
	tested(
		'N45',
		'grammY #850, pyTelegramBotAPI #2059, python-italy #52, node-red #138',
		'reports/members',
	),
	tested('N47', 'telegraf #1155, telega #601', 'reports/members'),
	testedElsewhere('N49', 'n8n #13944', 'nodes/refusals/refusals'),
	tested('N51', 'grammY #862', 'reports/filesAndAlbums'),
	tested('N53', 'openclaw #1811', 'reports/filesAndAlbums'),
	tested(
		'N55',
		'telegraf #504, node-telegram-bot-api #322, hermes-agent #15415',
		'reports/commands',
	),
	tested('N57', 'n8n #26795, #27032, #32417, bergi9 #5', 'reports/hiddenSpam'),
	tested('N59', 'topsupergroupsbot #63, tma.js #879', 'reports/hiddenSpam'),
];
