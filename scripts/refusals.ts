/** `npm run tool -- refusals` prints the table of refusals: the server's words, the reason, and what to do. */
import { hintsTable } from './lib/operationTables';

console.log(hintsTable());
