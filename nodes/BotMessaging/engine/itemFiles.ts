import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
} from 'n8n-workflow';

import { UserError } from '../api/errors';
import { StoredFile } from './binary';

/** All contexts of n8n have this, although it is not in the types for nodes. */
type FileContext = IExecuteFunctions & { runExecutionData?: IRunExecutionData };

/** The key for an item's files in its json, if the workflow's binary mode is `combined`. */
const IN_JSON = '_files';

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

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
		this.ids ??= new Set(this.all());
		return this.ids.has(id);
	}

	private *all(): Generator<unknown> {
		const combined = isCombined(this.context);
		const { runData = {} } = this.context.runExecutionData?.resultData ?? {};
		const outputs = Object.values(runData)
			.flat()
			.flatMap(({ data }) => Object.values(data ?? {}).flat());
		for (const items of [this.context.getInputData(), ...outputs]) {
			for (const item of items ?? []) {
				for (const file of Object.values(filesIn(item, combined))) {
					if (isFile(file)) yield file.id;
				}
			}
		}
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
		if (data) return this.checked(new StoredFile(name, data, label, fileName));
		throw new UserError(
			`${label}: the input item has no binary field "${name}"`,
			'Check the name in the Binary tab of this node’s input, or add a node that loads the file.',
			'badFile',
		);
	}

	/** A file that an expression gave. Throws UserError. */
	given(value: object, label: string, fileName?: string): StoredFile {
		const data = isFile(value) ? this.asserted(value) : undefined;
		if (data) {
			return this.checked(new StoredFile(String(data.fileName ?? ''), data, label, fileName));
		}
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

	private checked(file: StoredFile): StoredFile {
		if (!file.data.id || this.files.has(file.data)) return file;
		throw new UserError(
			`${file.label}: this file is not one of this execution`,
			'Nothing was sent. Take the file from a node before this one, for example {{ $("Target Node").item.binary.data }}.',
			'badFile',
		);
	}
}
