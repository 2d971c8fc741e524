import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** A line that expands; the content is rendered only then. */
export function Fold({ line, inside }: { line: ComponentChildren; inside(): ComponentChildren }) {
	const [isOpen, setOpen] = useState(false);
	return (
		<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary>{line}</summary>
			{isOpen && <div class="fold">{inside()}</div>}
		</details>
	);
}
