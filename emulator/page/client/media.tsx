import { MEDIA_KINDS } from '../../world/mediaKinds';
import { Icon } from './icons';
import { duration } from './times';
import { useView } from './view';
import type { Shown } from './world';

type Medium = NonNullable<Shown['media']>;

function size(bytes: number | undefined): string {
	if (bytes === undefined) return 'unknown size';
	if (bytes < 1000) return `${bytes} B`;
	return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A file whose bytes the emulator does not have. */
function Placeholder({ medium, bytes }: { medium: Medium; bytes: number | undefined }) {
	return (
		<span class="placeholder">
			<strong>{MEDIA_KINDS[medium.kind].label}</strong>
			<span>
				{size(bytes)}
				{medium.duration ? ` · ${duration(medium.duration)}` : ''}
			</span>
			<code>{medium.file_id}</code>
		</span>
	);
}

/** A picture, or a player. */
export function Media({ message }: { message: Shown & { media: Medium } }) {
	const { world } = useView();
	const { media, caption } = message;
	const file = world.files.get(media.file_id);
	if (!file?.disk_path) return <Placeholder medium={media} bytes={file?.file_size} />;
	// After a reset another file may have the same id.
	const address = `/_emulator/files/${media.file_id}?epoch=${world.epoch}`;
	const label = caption ?? file.file_name;
	const name = `${MEDIA_KINDS[media.kind].label}: ${label}`;
	if (media.kind === 'photo') {
		return (
			<a class="picture" href={address} target="_blank" rel="noreferrer">
				<img src={address} alt={name} />
				<span class="file-name">{file.file_name}</span>
			</a>
		);
	}
	if (media.kind === 'video') {
		return <video src={address} aria-label={name} controls preload="metadata" playsInline />;
	}
	if (media.kind === 'document') {
		return (
			<a class="document" href={address} download={file.file_name} aria-label={name}>
				<Icon name="file" />
				<span>
					{file.file_name} · {size(file.file_size)}
				</span>
			</a>
		);
	}
	return (
		<span class="sound">
			<span class="sound-name">
				{media.kind === 'voice' ? MEDIA_KINDS.voice.label : file.file_name}
			</span>
			<audio src={address} aria-label={name} controls preload="metadata" />
		</span>
	);
}
