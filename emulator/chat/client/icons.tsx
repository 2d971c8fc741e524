/** Drawn on a grid of 24, in the colour of the text around them. */
const PATHS = {
	back: 'M15 5l-7 7 7 7',
	send: 'M4 12l16-8-6 16-3-7z',
	picture: 'M4 5h16v14H4z M4 16l5-5 4 4 3-3 4 4 M15.5 9.5h.01',
	panel: 'M4 5h16v14H4z M14 5v14',
	close: 'M6 6l12 12 M18 6L6 18',
	down: 'M6 9l6 6 6-6',
	reply: 'M10 7l-5 5 5 5 M5 12h9a5 5 0 0 1 5 5v1',
};

/** An icon without words: whatever it stands in says what it does. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
	return (
		<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
			<path d={PATHS[name]} />
		</svg>
	);
}
