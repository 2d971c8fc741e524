/** `npm run tool -- refusals` prints the table of refusals: what servers say, the reason, and what to do. */
import { hintsTable } from './lib/operationTables';

console.log(hintsTable());
