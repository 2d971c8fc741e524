/** Drawn on a 24 by 24 grid, in the colour of the surrounding text. */
const PATHS = {
	back: 'M15 5l-7 7 7 7',
	send: 'M4 12l16-8-6 16-3-7z',
	attach:
		'M19 11l-7.5 7.5a4.5 4.5 0 0 1-6.4-6.4L13 4.3a3 3 0 0 1 4.2 4.2l-7.7 7.8a1.5 1.5 0 0 1-2.1-2.1L14 7.5',
	file: 'M6 3h8l4 4v14H6z M14 3v4h4',
	command: 'M4 5h16v14H4z M14 8l-4 8',
	flood: 'M4 7h16 M4 12h16 M4 17h16',
	pin: 'M9 4h6 M10 4v6l-3 4h10l-3-4V4 M12 14v6',
	panel: 'M4 5h16v14H4z M14 5v14',
	close: 'M6 6l12 12 M18 6L6 18',
	down: 'M6 9l6 6 6-6',
	reply: 'M10 7l-5 5 5 5 M5 12h9a5 5 0 0 1 5 5v1',
};

/** An icon without a label: the element around it has one. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
	return (
		<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
			<path d={PATHS[name]} />
		</svg>
	);
}
