import type { IDataObject } from 'n8n-workflow';

import { useBot } from '../../support/bot';
import { byId } from '../../support/locators';

const { emulator, run } = useBot();

const askIt = async (more: IDataObject) =>
	await run('askForm', { chatId: byId('-1001'), personId: '1003', ...more });

describe('a mistake in the form is reported with its field, and nothing is sent:', () => {
	const rows = (...values: IDataObject[]) => ({ formFields: { values } });
	const asJson = (jsonOutput: unknown) => ({ defineForm: 'json', jsonOutput }) as IDataObject;
	test.each<[string, IDataObject, message: string]>([
		['no person in a group', { personId: '', ...rows({ fieldLabel: 'A' }) }, 'User ID is empty'],
		[
			'a field without a label',
			rows({ fieldLabel: 'A' }, { fieldLabel: '={{ "" }}' }),
			'Fields 2: Label is empty',
		],
		[
			'the same name twice',
			rows({ fieldLabel: 'A' }, { fieldLabel: 'B', fieldName: 'A' }),
			'Fields 2: Name is A, as in field 1',
		],
		['__proto__', rows({ fieldLabel: '__proto__' }), 'Fields 1: Name cannot be __proto__'],
		[
			'constructor',
			asJson([{ fieldLabel: 'A', fieldName: 'constructor' }]),
			'Fields 1: Name cannot be',
		],
		['no choices', asJson([{ fieldLabel: 'A', fieldType: 'radio' }]), 'Fields 1: Choices is empty'],
		[
			'a choice twice',
			rows({ fieldLabel: 'A', fieldType: 'radio', fieldOptions: 'x,y,x' }),
			'Fields 1: Choices has the same choice twice',
		],
		[
			'a choice twice that is written in two ways',
			rows({ fieldLabel: 'A', fieldType: 'radio', fieldOptions: ['Huế', 'Huế'.normalize('NFD')] }),
			'Fields 1: Choices has the same choice twice',
		],
		[
			'the same name in two ways of writing',
			rows({ fieldLabel: 'Huế' }, { fieldLabel: 'Huế'.normalize('NFD') }),
			'Fields 2: Name is Huế, as in field 1'.normalize('NFD'),
		],
		[
			'a wrong limit',
			rows({ fieldLabel: 'A', minimum: 'few' }),
			'Fields 1: Smallest must be a number',
		],
		[
			'a limit that is no date',
			rows({ fieldLabel: 'A', fieldType: 'date', maximum: 'soon' }),
			'Fields 1: Largest must be a date',
		],
		[
			'limits that no number fits',
			rows({ fieldLabel: 'A', fieldType: 'number', minimum: 5, maximum: '3' }),
			'Fields 1: Smallest is 5, but Largest is 3',
		],
		[
			'limits that no date fits',
			rows({ fieldLabel: 'A', fieldType: 'date', minimum: '2026-02-01', maximum: '2026-01-31' }),
			'Fields 1: Smallest is 2026-02-01, but Largest is 2026-01-31',
		],
		[
			'more choices to make than there are',
			asJson([{ fieldLabel: 'A', fieldType: 'checkbox', fieldOptions: 'x,y', minimum: 3 }]),
			'Fields 1: Smallest is 3, but there are only 2 choices',
		],
		['a broken pattern', rows({ fieldLabel: 'A', pattern: '(' }), 'Fields 1: Pattern'],
		[
			'a pattern that takes long',
			rows({ fieldLabel: 'A', pattern: '(a)\\1' }),
			'Fields 1: Pattern',
		],
		[
			'a default that does not fit',
			rows({ fieldLabel: 'A', fieldType: 'number', maximum: 3, defaultValue: '4' }),
			'Fields 1: Default Value',
		],
		[
			'a default that is no choice',
			rows({ fieldLabel: 'A', fieldType: 'radio', fieldOptions: 'x', defaultValue: 'y' }),
			'Fields 1: Default Value',
		],
		[
			'a type that a chat has not',
			asJson([{ fieldLabel: 'A', fieldType: 'password' }]),
			'Fields 1: Type',
		],
		[
			'a type of every object',
			asJson([{ fieldLabel: 'A', fieldType: 'toString' }]),
			'Fields 1: Type',
		],
		['broken JSON', asJson('[{'), 'Fields (JSON) is not valid JSON'],
		['JSON that is no list', asJson('{"a": 1}'), 'Fields (JSON) must be a list'],
		['a list of other things', asJson('["name"]'), 'Fields (JSON) must be a list'],
		['an empty list', asJson('[]'), 'Fields has no field'],
	])('%s', async (_what, more, message) => {
		const { error } = await askIt(more);
		expect(error?.message).toContain(message);
		expect(await emulator.calls('sendMessage')).toEqual([]);
	});
});

test('several items cannot be asked at once', async () => {
	const { error } = await run(
		'askForm',
		{ chatId: byId('1003'), formFields: { values: [{ fieldLabel: 'A' }] } },
		{ items: [{ json: {} }, { json: {} }] },
	);
	expect(error?.message).toContain('one question at a time');
	expect(await emulator.calls('sendMessage')).toEqual([]);
});
