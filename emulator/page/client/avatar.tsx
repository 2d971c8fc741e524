const HUES = 8;

/** The initial of a person, bot or chat, in a colour that stays theirs. */
export function Avatar({ id, name, isBot }: { id: number; name: string; isBot?: boolean }) {
	const hue = Math.abs(id) % HUES;
	return (
		<span class={`avatar hue-${hue} ${isBot ? 'of-bot' : ''}`} aria-hidden="true">
			{[...name][0]}
		</span>
	);
}
