import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** A line that opens to show more; what is inside is made only then. */
export function Fold({ line, inside }: { line: ComponentChildren; inside(): ComponentChildren }) {
	const [isOpen, setOpen] = useState(false);
	return (
		<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary>{line}</summary>
			{isOpen && <div class="fold">{inside()}</div>}
		</details>
	);
}

export const clockTime = (ms: number) =>
	new Date(ms).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
