import { useEffect, useState } from 'preact/hooks';

import { Icon } from './icons';

/** A file that is picked but not sent yet. */
function Picked({ file, onRemove }: { file: File; onRemove(): void }) {
	const isPicture = file.type.startsWith('image/');
	const [address] = useState(() => URL.createObjectURL(file));
	useEffect(() => () => URL.revokeObjectURL(address), []);
	return (
		<span class="picked">
			{isPicture ? (
				<img src={address} alt={file.name} />
			) : (
				<span class="picked-file">
					<Icon name="file" />
				</span>
			)}
			<span class="file-name">{file.name}</span>
			<button type="button" class="quiet" aria-label={`Remove ${file.name}`} onClick={onRemove}>
				<Icon name="close" />
			</button>
		</span>
	);
}

/** The files to send with the next message. */
export function Picks({ files, onChange }: { files: File[]; onChange(files: File[]): void }) {
	if (files.length === 0) return null;
	return (
		<div class="picks">
			{files.map((file) => (
				<Picked
					key={file}
					file={file}
					onRemove={() => onChange(files.filter((other) => other !== file))}
				/>
			))}
		</div>
	);
}
