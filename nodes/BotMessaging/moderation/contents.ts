import { buttonLinks, contentTypeOf } from '../update/content';
import { chatOf, mediaOf, messageOf, type Update } from '../update/update';
import { answeredElsewhere } from '../update/written';
import { BETWEEN } from './separators';
import { plain } from './spelling';

/** Whether a message is in the name of a channel or of another group, rather than of a person. */
function isByChat(update: Update): boolean {
	const { sender_chat: sender, is_automatic_forward: isOwn } = messageOf(update);
	const { id } = Object(sender) as { id?: unknown };
	return id !== undefined && String(id) !== String(chatOf(update).id) && isOwn !== true;
}

/** Of some kinds, the values of `lockableKinds`, those that a message is of. */
export function kindsAmong(update: Update, kinds: string[]): string[] {
	const { via_bot: bot } = messageOf(update);
	const answered = answeredElsewhere(update);
	const all = [
		contentTypeOf(update),
		answered ? contentTypeOf(answered) : '',
		bot ? 'viaBot' : '',
		isByChat(update) ? 'senderChat' : '',
		buttonLinks(update).length > 0 ? 'buttonLink' : '',
	];
	return [...new Set(all)].filter((kind) => kinds.includes(kind));
}

/** A list of types of files: `exe`, `.apk`, `*.tar.gz`. */
export class FileTypes {
	private readonly endings: Set<string>;

	constructor(list: string) {
		const entries = plain(list).split(BETWEEN);
		this.endings = new Set(entries.map((type) => type.replace(/^[*.]+/, '')));
	}

	/** The name of a file that a message shows, if it has one of the endings. */
	fileIn(update: Update): string | undefined {
		return [update, answeredElsewhere(update)]
			.map((shown) => shown && mediaOf(shown)?.fileName)
			.find((name) => name !== undefined && this.has(name));
	}

	private has(fileName: string): boolean {
		// The end that a system goes by, whatever is behind it or unseen.
		const [, ...parts] = plain(fileName)
			.replace(/[\s.]+$/, '')
			.split('.');
		return parts.some((_part, index) => this.endings.has(parts.slice(index).join('.')));
	}
}
