import { CHECK_NAMES, NOT_RUN } from '../../scripts/versions/checks';
import { columnsIn, tableOf, withColumn } from '../../scripts/versions/columns';

const column = (cell: string) => CHECK_NAMES.map(() => cell);

const columns = new Map([
	['1.123.81', column('yes')],
	['2.41.1', column('4 of 6 | so far')],
]);

test('the table is read as written', () => {
	expect(columnsIn(tableOf(columns))).toEqual(columns);
});

test('a check that the table lacks counts as not run', () => {
	const lines = tableOf(columns).split('\n');
	const [last] = columnsIn(lines.slice(0, -1).join('\n')).get('2.41.1')!.slice(-1);
	expect(last).toBe(NOT_RUN);
});

test('the column of a version is placed by its number', () => {
	const with2 = withColumn(columns, '2.9.0', column('no'));
	expect([...with2.keys()]).toEqual(['1.123.81', '2.9.0', '2.41.1']);
	const with3 = withColumn(with2, '3.0.0-rc.1', column('no'));
	expect([...with3.keys()]).toEqual(['1.123.81', '2.9.0', '2.41.1', '3.0.0-rc.1']);
	expect(with3.get('2.41.1')).toEqual(columns.get('2.41.1'));
});

test('a column replaces the one of its version, except for checks that were not run this time', () => {
	const [first, ...others] = column('no');
	const replaced = withColumn(columns, '1.123.81', [first, ...others.map(() => NOT_RUN)]);
	expect(replaced.get('1.123.81')).toEqual(['no', ...others.map(() => 'yes')]);
	expect(withColumn(columns, '3.0.0', column(NOT_RUN)).get('3.0.0')).toEqual(column(NOT_RUN));
});
