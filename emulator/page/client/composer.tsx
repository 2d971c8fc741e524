import { useEffect, useRef, useState } from 'preact/hooks';

import type { ActResult } from '../../world/act';
import { SENT_AS, SENT_AS_KINDS, sentAs, type SentAsKind } from '../../world/sentAs';
import { act, flood, sendFiles, type Who } from './acts';
import { gist } from './chatNames';
import { CommandMenu, commandsFor } from './commandMenu';
import { Icon } from './icons';
import { Picks } from './picked';
import { askedOf, ReplyKeyboard } from './replyKeyboard';
import { timeLeft } from './standing';
import { useView } from './view';
import type { Shown, World } from './world';

/** What was begun in a chat and is not sent yet. */
export interface Draft {
	text: string;
	/** What to send it as, if not as a text or with files. */
	kind?: SentAsKind;
	files: File[];
}

const EMPTY: Draft = { text: '', files: [], kind: undefined };

/** Why a message was refused, and how long the mute or ban still lasts. */
function reasonOf(world: World, { chat_id, user_id }: Who, refused: string): string {
	const member = world.member(chat_id, user_id);
	const isHeld = member?.status === 'restricted' || member?.status === 'kicked';
	return isHeld ? `${refused} (${timeLeft(member, world.now())})` : refused;
}

interface Props {
	chatId: number;
	/** Drafts by chat, which stay when the reader changes the chat or the person. */
	drafts: Map<number, Draft>;
	replyTo: Shown | undefined;
	onReply(message: Shown | undefined): void;
}

/** Where a message is written: Enter sends it, Shift and Enter begin a new line. */
export function Composer({ chatId, drafts, replyTo, onReply }: Props) {
	const { world, me, toast } = useView();
	const [draft, setDraft] = useState(() => drafts.get(chatId) ?? EMPTY);
	const [isMenuOpen, setMenuOpen] = useState(false);
	/** The message whose one-time keyboard was used. */
	const [usedUp, setUsedUp] = useState<number>();
	const field = useRef<HTMLTextAreaElement>(null);
	const picker = useRef<HTMLInputElement>(null);
	const { text, files, kind } = draft;
	const change = (changed: Partial<Draft>) => {
		const next = { ...(drafts.get(chatId) ?? EMPTY), ...changed };
		drafts.set(chatId, next);
		setDraft(next);
	};
	useEffect(() => {
		if (replyTo) field.current!.focus();
	}, [replyTo]);

	const asked = askedOf(world, chatId, me);
	const question = asked?.markup.force_reply ? asked.message : undefined;
	const isAnswered = world
		.messagesOf(chatId)
		.some((one) => one.from_id === me && one.reply_to_message_id === question?.message_id);
	useEffect(() => {
		if (question && !isAnswered) onReply(question);
	}, [question?.message_id, me]);

	const who: Who = { user_id: me, chat_id: chatId };
	/** Runs it. Shows a refusal in the chat, and an error on the page. */
	const attempt = async (words: string, send: () => Promise<ActResult>): Promise<boolean> => {
		try {
			const result = await send();
			if (result.ok) return true;
			const reason = reasonOf(world, who, result.refused);
			world.addAside({ ...who, kind: 'refusal', text: words, reason });
			return true;
		} catch (error) {
			toast(`Not sent: ${(error as Error).message}`, 'bad');
			return false;
		}
	};
	const submit = async () => {
		const words = text.trim();
		if (words === '' && files.length === 0 && !kind) return;
		const reply = replyTo && { reply_to_message_id: replyTo.message_id };
		const names = files.map(({ name }) => name).join(', ');
		change(kind && !sentAs(kind).words ? { kind: undefined } : EMPTY);
		setMenuOpen(false);
		onReply(undefined);
		const isDone = await attempt(words || names || (kind ? SENT_AS[kind].label : ''), async () =>
			kind
				? await act('message', who, { text: words, send_as: kind, ...reply })
				: files.length > 0
					? await sendFiles(who, files, { caption: words, ...reply })
					: await act('message', who, { text: words, ...reply }),
		);
		if (!isDone) change({ text: words, files, kind });
	};
	const press = async (words: string) => {
		if (asked?.markup.one_time_keyboard) setUsedUp(asked.message.message_id);
		await attempt(words, async () => await act('message', who, { text: words }));
	};
	const floodNow = async () => {
		const words = text.trim();
		change({ text: '' });
		await attempt(words || 'Flood', async () => await flood(who, words));
	};

	const commands = commandsFor(world, chatId, me);
	const begun = /^\/\S*$/.test(text) ? commands.filter((one) => one.command.startsWith(text)) : [];
	const offered = isMenuOpen ? commands : begun;
	const choose = (command: string) => {
		change({ text: `${command} ` });
		setMenuOpen(false);
		field.current!.focus();
	};

	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
			event.preventDefault();
			// It reports errors on the page itself.
			void submit();
		} else if (event.key === 'Escape') {
			change({ files: [] });
			setMenuOpen(false);
			onReply(undefined);
		}
	};
	const isPrivate = world.chats.some(({ id, type }) => id === chatId && type === 'private');
	// Apps show this to people who have not written to a bot yet.
	const mayStart = isPrivate && !world.messagesOf(chatId).some(({ from_id }) => from_id === me);
	const rows = asked?.message.message_id === usedUp ? undefined : asked?.markup.keyboard;
	return (
		<form
			class="composer"
			onSubmit={(event) => {
				event.preventDefault();
				// As with Enter.
				void submit();
			}}
		>
			{replyTo && (
				<div class="replying">
					<span>
						Reply to <strong>{world.name(replyTo.from_id)}</strong>: {gist(world, replyTo)}
					</span>
					<button
						type="button"
						class="quiet"
						aria-label="Do not reply"
						onClick={() => onReply(undefined)}
					>
						<Icon name="close" />
					</button>
				</div>
			)}
			<Picks files={files} onChange={(left) => change({ files: left })} />
			{offered.length > 0 && <CommandMenu commands={offered} onChoose={choose} />}
			{mayStart && (
				<button type="button" class="primary start" onClick={() => void press('/start')}>
					Start
				</button>
			)}
			<div class="composer-row">
				<input
					ref={picker}
					class="unseen"
					type="file"
					multiple
					tabIndex={-1}
					aria-label="Files"
					onChange={({ currentTarget }) => {
						change({ files: [...files, ...(currentTarget.files ?? [])].slice(0, 10) });
						currentTarget.value = '';
						field.current!.focus();
					}}
				/>
				<button
					type="button"
					class="quiet"
					aria-label="Add files"
					title="Add files"
					onClick={() => picker.current!.click()}
				>
					<Icon name="attach" />
				</button>
				{commands.length > 0 && (
					<button
						type="button"
						class="quiet"
						aria-label="Commands"
						title="Commands of the bot"
						aria-expanded={isMenuOpen}
						onClick={() => setMenuOpen(!isMenuOpen)}
					>
						<Icon name="command" />
					</button>
				)}
				<textarea
					ref={field}
					rows={1}
					value={text}
					aria-label="Message"
					placeholder={asked?.markup.input_field_placeholder ?? `Message as ${world.name(me)}`}
					onInput={({ currentTarget }) => change({ text: currentTarget.value })}
					onKeyDown={onKeyDown}
				/>
				<select
					class={kind ? 'send-as chosen' : 'send-as'}
					aria-label="Send as"
					title="Send as a sticker, a poll and so on"
					value={kind ?? ''}
					onChange={({ currentTarget }) => {
						change({ kind: (currentTarget.value || undefined) as SentAsKind | undefined });
						field.current!.focus();
					}}
				>
					<option value="">Send as…</option>
					{SENT_AS_KINDS.map((one) => (
						<option key={one} value={one}>
							{SENT_AS[one].label}
						</option>
					))}
				</select>
				<button
					type="button"
					class="quiet flood"
					aria-label="Flood"
					title="Flood: what is written, or numbers, ten times in a row"
					// As with Enter.
					onClick={() => void floodNow()}
				>
					<Icon name="flood" />
				</button>
				<button type="submit" class="send" aria-label="Send">
					<Icon name="send" />
				</button>
			</div>
			{rows && <ReplyKeyboard rows={rows} onPress={(words) => void press(words)} />}
		</form>
	);
}
