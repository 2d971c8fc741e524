import { METHODS } from '../../reference';
import { countIn } from '../../converter/share';

const WORKFLOWS = 'test/cases/telegram';

/** What n8n's Telegram nodes send by methods that the reference may not have. */
const SENT_BY = {
	sendSticker: 'stickers',
	sendLocation: 'locations',
	sendChatAction: '“typing”',
};

/** Words of docs/moving-from-telegram.md that change with the methods, each with what finds it. */
export function movingWords(): Array<[pattern: RegExp, text: string]> {
	const { files, whole, line, nodes, quiet } = countIn(WORKFLOWS);
	const missing = Object.entries(SENT_BY).filter(([method]) => !(method in METHODS));
	const list = missing.map(([, word]) => word).join(', ');
	return [
		[/(?<=Of )\d+(?= workflows)/, `${files}`],
		[/\d+ need no look; \d+(?= of these)/, `${whole} need no look; ${line}`],
		[/\d+ of their \d+(?= nodes)/, `${quiet} of their ${nodes}`],
		[/(?<=^\| )[^|]+(?=, also by HTTP)/m, list.charAt(0).toUpperCase() + list.slice(1)],
	];
}
