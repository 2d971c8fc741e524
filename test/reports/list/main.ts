/** `npm run tool -- reports` prints the table of public reports and the tests for each. */
import { REPORTS } from './reports';
import { table } from '../../../scripts/lib/table';

const rows = REPORTS.map(({ id, source, outcome, where, note = '' }) => [
	...[id, source, outcome, where.map((file) => `\`${file}\``).join(', '), note],
]);
console.log(table(['Report', 'Source', 'Outcome', 'Test', 'Note'], rows));
