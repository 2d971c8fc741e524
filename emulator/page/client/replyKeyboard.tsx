import { useView } from './view';
import type { Shown, World } from './world';

interface Key {
	text: string;
	request_contact?: boolean;
	request_location?: boolean;
}

/** Markup that replaces the reader's own keyboard. */
interface Markup {
	keyboard?: Array<Array<string | Key>>;
	remove_keyboard?: boolean;
	force_reply?: boolean;
	selective?: boolean;
	one_time_keyboard?: boolean;
	input_field_placeholder?: string;
}

export interface Asked {
	message: Shown;
	markup: Markup;
}

/** Whether a keyboard is for the reader: a selective one is only for people it replies to or mentions. */
function isForMe(world: World, me: number, message: Shown, { selective }: Markup): boolean {
	if (!selective) return true;
	const target = world.message(message.chat_id, message.reply_to_message_id ?? 0);
	const name = world.users.get(me)?.username;
	return target?.from_id === me || (name !== undefined && !!message.text?.includes(`@${name}`));
}

/** The keyboard or the forced reply that bots last set for the reader in a chat. */
export function askedOf(world: World, chatId: number, me: number): Asked | undefined {
	const last = world.messagesOf(chatId).findLast((message) => {
		const markup = message.reply_markup as Markup | undefined;
		if (!markup || 'inline_keyboard' in markup || message.deleted) return false;
		return isForMe(world, me, message, markup);
	});
	if (!last) return undefined;
	const markup = last.reply_markup as Markup;
	return markup.remove_keyboard ? undefined : { message: last, markup };
}

/** A bot's keyboard below the messages: a press sends the words on the key. */
export function ReplyKeyboard({
	rows,
	onPress,
}: {
	rows: Array<Array<string | Key>>;
	onPress(text: string): void;
}) {
	const { toast } = useView();
	const press = (key: Key) => {
		if (!key.request_contact && !key.request_location) return onPress(key.text);
		toast('The people of the emulator have no phone number and no place to share', 'bad');
	};
	return (
		<div class="keyboard reply-keyboard" role="group" aria-label="Keyboard of the bot">
			{rows.map((row, index) => (
				<div class="keyboard-row" key={index}>
					{row.map((key, column) => {
						const shown = typeof key === 'string' ? { text: key } : key;
						return (
							<button type="button" class="key" key={column} onClick={() => press(shown)}>
								{shown.text}
							</button>
						);
					})}
				</div>
			))}
		</div>
	);
}
