import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
} from 'n8n-workflow';
import { createHash } from 'crypto';

import { UserError } from '../api/errors';
import { completed, needsBytes, UNKNOWN } from '../api/fileType';
import { closeFiles, Upload, type Body } from '../api/multipart';
import { isObject, settle } from '../api/basics';
import { isBlank } from './reading';
import { openRemote, RemoteFile } from './remote';

/** All contexts of n8n have this, although it is not in the types for nodes. */
type FileContext = IExecuteFunctions & { runExecutionData?: IRunExecutionData };

/** The key for an item's files in its json, if the workflow's binary mode is `combined`. */
const IN_JSON = '_files';

/** Whether it looks like n8n's binary data. Its content is untrusted. */
export const isFile = (value: unknown): value is IBinaryData => {
	if (!isObject(value) || !('mimeType' in value)) return false;
	const { id = '', data = '' } = value;
	return typeof id === 'string' && typeof data === 'string' && (id || data) !== '';
};

const isCombined = (context: FileContext) =>
	// Older versions have neither the function nor the mode.
	(context as Partial<FileContext>).getWorkflowSettings?.().binaryMode === 'combined';

/** The files that n8n itself put into an item, by name. */
function filesIn({ json, binary }: INodeExecutionData, combined: boolean): IDataObject {
	const inJson = combined && isObject(json[IN_JSON]) ? json[IN_JSON] : {};
	return { ...inJson, ...(binary as unknown as IDataObject) };
}

/**
 * The storage places of all files in this execution. n8n opens any place by name, and an expression can
 * return an object from outside: it must not open other people's files.
 */
export class ExecutionFiles {
	private ids?: Set<unknown>;

	constructor(readonly context: FileContext) {}

	has({ id }: IBinaryData): boolean {
		this.ids ??= this.all();
		return this.ids.has(id);
	}

	private all(): Set<unknown> {
		const combined = isCombined(this.context);
		const { runData = {} } = this.context.runExecutionData?.resultData ?? {};
		const outputs = Object.values(runData)
			.flat()
			.flatMap(({ data }) => Object.values(data ?? {}).flat());
		const items = [this.context.getInputData(), ...outputs].flatMap((some) => some ?? []);
		const files: unknown[] = items.flatMap((item) => Object.values(filesIn(item, combined)));
		return new Set(files.filter(isFile).map(({ id }) => id));
	}
}

/** The files that the form can name for one item. */
export class ItemFiles {
	constructor(
		private readonly files: ExecutionFiles,
		private readonly item: number,
		private readonly input: INodeExecutionData,
	) {}

	/** The names of all files of the item. */
	get names(): string[] {
		return Object.keys(filesIn(this.input, isCombined(this.files.context)));
	}

	/** The item's file of this name. Throws UserError. */
	named(name: string, label: string, fileName?: string): StoredFile {
		const data = this.find(name);
		if (data) return this.stored(name, data, label, fileName);
		throw new UserError(
			`${label}: the input item has no binary field "${name}"`,
			'Check the name in the Binary tab of this node’s input, or add a node that loads the file.',
			'badFile',
		);
	}

	/** A file that an expression gave. Throws UserError. */
	given(value: object, label: string, fileName?: string): StoredFile {
		const data = isFile(value) ? this.asserted(value) : undefined;
		if (data) return this.stored(String(data.fileName ?? ''), data, label, fileName);
		throw new UserError(
			`${label} is an object, but not a file`,
			'Enter the name of a binary field, or use an expression that returns a file, for example {{ $("Target Node").item.binary.data }}.',
			'badFile',
		);
	}

	private find(name: string): IBinaryData | undefined {
		const { binary = {} } = this.input;
		const found = this.asserted(name) ?? this.asserted(`${IN_JSON}.${name}`);
		// In combined mode, n8n does not look here, but its in-memory files stay here.
		return found ?? (Object.hasOwn(binary, name) ? binary[name] : undefined);
	}

	/** n8n's own lookup. */
	private asserted(given: string | IBinaryData): IBinaryData | undefined {
		try {
			const data: unknown = this.files.context.helpers.assertBinaryData(this.item, given);
			return isFile(data) ? data : undefined;
		} catch {
			return undefined;
		}
	}

	private stored(name: string, data: IBinaryData, label: string, fileName?: string): StoredFile {
		if (!data.id || this.files.has(data)) return new StoredFile(name, data, label, fileName);
		throw new UserError(
			`${label}: this file is not one of this execution`,
			'Nothing was sent. Take the file from a node before this one, for example {{ $("Target Node").item.binary.data }}.',
			'badFile',
		);
	}
}

/** Twice as fast for large files as n8n's chunks of 64 kB; larger chunks need more memory. */
const CHUNK_BYTES = 256 * 1024;

/** Identifies a file: by its place in n8n, or by its bytes if the item holds them. */
export function identityOf(file: IBinaryData): unknown {
	const { id, data = '', fileName, mimeType, fileSize } = file;
	const bytes = id || createHash('sha256').update(data).digest('base64url');
	return { fileName, mimeType, fileSize, bytes };
}

/** Stands in for a file in n8n. Its bytes are not read yet. */
export class StoredFile {
	constructor(
		/** Its binary field, or its own name if an expression gave it. */
		readonly name: string,
		readonly data: IBinaryData,
		/** The label of its form field. */
		readonly label: string,
		/** The name for the upload; without it, the file's own. */
		readonly fileName?: string,
	) {}

	/** For fingerprints. */
	toJSON(): unknown {
		return [identityOf(this.data), this.fileName];
	}
}

/** The first bytes of a stream, and closes it; undefined if it is empty. */
async function firstOf(opened: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
	for await (const chunk of opened) return chunk;
	return undefined;
}

async function openStored({ helpers }: IExecuteFunctions, file: StoredFile): Promise<Upload> {
	const { data, name, label } = file;
	// The server needs a name to recognize a file. The type may be missing.
	const ownName = [data.fileName, name].find((one) => !isBlank(one)) ?? 'file';
	const given = file.fileName ?? String(ownName);
	const said = isBlank(data.mimeType) ? '' : String(data.mimeType);
	const uploadOf = (head: Uint8Array | undefined, size: number, open: Upload['open']) => {
		const { name: fileName, type = UNKNOWN } = completed(given, said, head, data.fileExtension);
		return new Upload(fileName, type, size, open);
	};
	const { id } = data;
	if (!id) {
		const bytes = Buffer.from(data.data, 'base64');
		const whole = async function* () {
			yield bytes;
		};
		return uploadOf(bytes, bytes.length, async () => whole());
	}
	const { value: metadata } = await settle(helpers.getBinaryMetadata(id));
	if (!metadata) {
		throw new UserError(
			`${label}: n8n no longer has the file "${given}"`,
			'Nothing was sent. Run the workflow again from the node that loads the file.',
			'badFile',
		);
	}
	const open: Upload['open'] = async () => await helpers.getBinaryStream(id, CHUNK_BYTES);
	const head = needsBytes(given, said) ? await firstOf(await open()) : undefined;
	return uploadOf(head, metadata.fileSize, open);
}

/** Opens everything in a list. If one thing fails, closes the others. */
async function openAll(list: unknown[], open: (value: unknown) => Promise<unknown>) {
	const settled = await Promise.all(list.map(async (value) => await settle(open(value))));
	const failed = settled.find(({ error }) => error !== undefined);
	if (!failed) return settled.map(({ value }) => value);
	closeFiles(settled);
	throw failed.error;
}

/** The body with files to read in place of StoredFile and RemoteFile; only small fetched ones are read. */
export async function openFiles(context: IExecuteFunctions, body: Body): Promise<Body> {
	const open = async (value: unknown): Promise<unknown> => {
		if (value instanceof StoredFile) return await openStored(context, value);
		if (value instanceof RemoteFile) return await openRemote(context, value);
		if (Array.isArray(value)) return await openAll(value, open);
		if (Object.getPrototypeOf(value ?? 0) === Object.prototype) {
			return await openFiles(context, value as Body);
		}
		return value;
	};
	const opened = await openAll(Object.values(body), open);
	return Object.fromEntries(Object.keys(body).map((key, index) => [key, opened[index]]));
}
