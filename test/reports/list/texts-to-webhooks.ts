import type { Report } from './report';

const tested = (id: string, source: string, file: string, note?: string): Report => ({
	...{ id, source, outcome: 'tested', where: [`test/${file}.test.ts`] },
	...(note && { note }),
});

const TEXTS = 'reports/texts';
const EMOJI = 'reports/emojiAndButtons';
const UPDATES = 'reports/updates';
const MOVED = 'reports/movedGroups';
const SENT = 'reports/sentFiles';
const RECEIVED = 'reports/receivedFiles';
const POLLING = 'reports/polling';
const WEBHOOKS = 'reports/webhooks';
const WHOLE = 'e2e/reports';

/** Texts, emoji and buttons, chats that move, files, polling, and webhooks. */
export const REPORTS_A_TO_E: Report[] = [
	tested('A1', 'openclaw/openclaw #81799', TEXTS),
	tested('A2', 'openclaw/openclaw #4071', TEXTS),
	tested(
		'A4',
		'openclaw/openclaw #28851, #25110, #42240',
		TEXTS,
		'a question was sent, and refused by the server',
	),
	tested('A5', 'openclaw/openclaw #86805', TEXTS),
	tested(
		'A7',
		'n8n-io/n8n #19183',
		TEXTS,
		'a question whose formatting the server refuses is sent as plain text',
	),
	tested('A8', 'n8n-io/n8n #13815, #14699', TEXTS, 'a text of signs without width was sent'),
	tested('A10', 'openclaw/openclaw #93263', TEXTS),
	tested(
		'B1',
		'NousResearch/hermes-agent #55439',
		UPDATES,
		'a command counts at the beginning of a message only, as the form says',
	),
	tested('B3', 'python-telegram-bot #400, #4319', EMOJI),
	tested('B4', 'interlumpen/Telegram-shop #9, telegram-bot #15', EMOJI),
	tested('B6', 'windkh/node-red-contrib-telegrambot #165, #382', UPDATES),
	tested('B7', 'tdlib/telegram-bot-api #464', UPDATES),
	tested(
		'B9',
		'TwiN/gatus #179, bostrot/telegram-support-bot #16',
		MOVED,
		'before the server has said that a group moved, its two numbers are two chats',
	),
	tested('B10', 'the-guard-bot #122', MOVED),
	tested('C2', 'irazasyed/telegram-bot-sdk #872', SENT),
	tested('C3', 'n8n-io/n8n #15292', SENT, 'an album takes photos and videos alone'),
	tested('C5', 'openclaw/openclaw #100051, #100000', RECEIVED),
	tested(
		'C6',
		'NousResearch/hermes-agent #37970',
		RECEIVED,
		'the item had no file of the message that was answered',
	),
	tested('C8', 'NousResearch/hermes-agent #15728, #19630, picoclaw #1409, TelePost #39', SENT),
	tested('C9', 'n8n-io/n8n #22955', WHOLE),
	tested('C11', 'n8n-io/n8n #14101', WHOLE),
	tested('C12', 'n8n-io/n8n #25065, #28960', WHOLE),
	tested('C14', 'NousResearch/hermes-agent #35739', SENT),
	tested('C15', 'node-red-contrib-chatbot #606', SENT),
	tested('D2', 'HKUDS/nanobot #5171', POLLING),
	tested('D3', 'grammyjs/runner #7', POLLING),
	tested(
		'D5',
		'openclaw/openclaw #739',
		'reports/restarts',
		'with Run Again it ran at each start for ever; now three repetitions, as after a worker that was killed',
	),
	tested('D6', 'openclaw/openclaw #101324, #46674', POLLING),
	tested('D8', 'openclaw/openclaw #42156, #42516', 'reports/presses'),
	tested('D9', 'anthropics/claude-plugins-official #963', POLLING),
	tested('D11', 'grammyjs/grammY #963', POLLING),
	tested('D12', 'tdlib/telegram-bot-api #396', 'reports/joins'),
	tested('E2', 'n8n-io/n8n #18683, #11966', WHOLE),
	tested('E3', 'czlonkowski/n8n-mcp #551', WHOLE),
	tested(
		'E5',
		'n8n-io/n8n #18610, n8n_ynh #335',
		'e2e/reportsBasePath',
		'n8n refuses its own signed addresses if a proxy takes their path off: its webhooks must be at the root',
	),
	tested('E6', 'openclaw/openclaw #16763', WEBHOOKS),
	tested('E8', 'n8n-io/n8n #17610', WEBHOOKS),
	tested('E9', 'n8n-io/n8n #23206', WHOLE),
	tested(
		'E11',
		'n8n-io/n8n #13770, #12540',
		WEBHOOKS,
		'what a server meets later, such as an expired certificate, is in the log of the next start',
	),
	tested('E12', 'n8n 2.48.5, Teams Trigger', WEBHOOKS),
];
