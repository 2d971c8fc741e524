import type { TestEmulator } from '../support/emulator';
import type { OperationCase } from './case';

const somePhoto = async ({ act }: TestEmulator) => {
	const { message } = await act('message', { chat_id: -1001, user_id: 1003, photo: true });
	return { fileId: message.photo[0].file_id };
};

const FILE = {
	file_id: expect.stringContaining('photo'),
	file_unique_id: expect.any(String),
	file_size: 68,
	file_path: expect.stringMatching(/^photos\/.*\.png$/),
};

/** Reference 4. */
export const fileCases: OperationCase[] = [
	{
		resource: 'file',
		operation: 'getFile',
		promised: ['binaryPropertyName download fileId largestFileMb', 'fileName includeInputFields'],
		valid: [
			{
				prepare: somePhoto,
				parameters: { fileId: '={{ $json.fileId }}' },
				wire: { file_id: expect.any(String) },
				output: [FILE],
				binary: {
					data: expect.objectContaining({
						fileName: expect.stringMatching(/^file_\d+\.png$/),
						mimeType: 'image/png',
					}),
				},
			},
			{
				prepare: somePhoto,
				parameters: { fileId: '={{ $json.fileId }}', download: false },
				wire: { file_id: expect.any(String) },
				output: [FILE],
			},
			{
				prepare: somePhoto,
				parameters: {
					fileId: '={{ $json.fileId }}',
					additionalFields: { includeInputFields: true },
				},
				wire: { file_id: expect.any(String) },
				output: [{ ...FILE, fileId: expect.stringContaining('photo') }],
				binary: { data: expect.objectContaining({ mimeType: 'image/png' }) },
			},
		],
		invalid: {
			parameters: { fileId: 'photo-file-000001', largestFileMb: '={{ "20 MB" }}' },
			message: 'Max File Size (MB) must be a number, but is "20 MB"',
			hint: 'in digits',
		},
		refused: {
			parameters: { fileId: 'photo-file-000099' },
			code: 400,
			message: 'invalid file_id',
			hint: 'Check File ID',
		},
	},
];
