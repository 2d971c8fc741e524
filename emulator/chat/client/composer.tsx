import { useEffect, useRef, useState } from 'preact/hooks';

import { act, sendPhotos, type Who } from './acts';
import { gist } from './chatNames';
import { Icon } from './icons';
import { timeLeft } from './standing';
import { useView } from './view';
import type { Shown, World } from './world';

/** Why a message was refused, with the time that the mute or ban still lasts. */
function reasonOf(world: World, { chat_id, user_id }: Who, refused: string): string {
	const member = world.member(chat_id, user_id);
	const isHeld = member?.status === 'restricted' || member?.status === 'kicked';
	return isHeld ? `${refused} (${timeLeft(member, world.now())})` : refused;
}

/** A picture that was picked and is not sent yet. */
function Picked({ photo, onRemove }: { photo: File; onRemove(): void }) {
	const [address] = useState(() => URL.createObjectURL(photo));
	useEffect(() => () => URL.revokeObjectURL(address), []);
	return (
		<span class="picked">
			<img src={address} alt={photo.name} />
			<button type="button" class="quiet" aria-label={`Remove ${photo.name}`} onClick={onRemove}>
				<Icon name="close" />
			</button>
		</span>
	);
}

interface Props {
	chatId: number;
	replyTo: Shown | undefined;
	onReplied(): void;
}

/** Where a message is written: Enter sends it, Shift and Enter begin a new line. */
export function Composer({ chatId, replyTo, onReplied }: Props) {
	const { world, me, toast } = useView();
	const [text, setText] = useState('');
	const [photos, setPhotos] = useState<File[]>([]);
	const field = useRef<HTMLTextAreaElement>(null);
	const picker = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (replyTo) field.current!.focus();
	}, [replyTo]);

	const submit = async () => {
		const words = text.trim();
		if (words === '' && photos.length === 0) return;
		const who: Who = { user_id: me, chat_id: chatId };
		const reply = replyTo && { reply_to_message_id: replyTo.message_id };
		setText('');
		setPhotos([]);
		onReplied();
		try {
			const result =
				photos.length > 0
					? await sendPhotos(who, photos, { caption: words, ...reply })
					: await act('message', who, { text: words, ...reply });
			if (result.ok) return;
			const reason = reasonOf(world, who, result.refused);
			const names = photos.map(({ name }) => name).join(', ');
			world.addAside({ ...who, kind: 'refusal', text: words || names, reason });
		} catch (error) {
			setText(words);
			setPhotos(photos);
			toast(`Not sent: ${(error as Error).message}`, 'bad');
		}
	};

	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
			event.preventDefault();
			// It says on the page itself what went wrong.
			void submit();
		} else if (event.key === 'Escape') {
			setPhotos([]);
			onReplied();
		}
	};

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
					<button type="button" class="quiet" aria-label="Do not reply" onClick={onReplied}>
						<Icon name="close" />
					</button>
				</div>
			)}
			{photos.length > 0 && (
				<div class="picks">
					{photos.map((photo) => (
						<Picked
							key={photo}
							photo={photo}
							onRemove={() => setPhotos(photos.filter((other) => other !== photo))}
						/>
					))}
				</div>
			)}
			<div class="composer-row">
				<input
					ref={picker}
					class="unseen"
					type="file"
					accept="image/*"
					multiple
					tabIndex={-1}
					aria-label="Photos"
					onChange={({ currentTarget }) => {
						setPhotos([...photos, ...(currentTarget.files ?? [])].slice(0, 10));
						currentTarget.value = '';
						field.current!.focus();
					}}
				/>
				<button
					type="button"
					class="quiet"
					aria-label="Add photos"
					title="Add photos"
					onClick={() => picker.current!.click()}
				>
					<Icon name="picture" />
				</button>
				<textarea
					ref={field}
					rows={1}
					value={text}
					aria-label="Message"
					placeholder={`Message as ${world.name(me)}`}
					onInput={({ currentTarget }) => setText(currentTarget.value)}
					onKeyDown={onKeyDown}
				/>
				<button type="submit" class="send" aria-label="Send">
					<Icon name="send" />
				</button>
			</div>
		</form>
	);
}
