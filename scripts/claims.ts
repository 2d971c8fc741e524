/**
 * `npm run tool -- claims` prints which sentences of docs/ have a number that nothing compares with the code: read
 * them if you change what they are about. Labels and names are compared by `test/package/claims.test.ts`.
 */
import { BotMessagingApi } from '../credentials/BotMessagingApi.credentials';
// Without the extension these would be the codex files *.node.json.
import { BotMessaging } from '../nodes/BotMessaging/BotMessaging.node.js';
import { BotMessagingPollingTrigger } from '../nodes/BotMessaging/BotMessagingPollingTrigger.node.js';
import { BotMessagingTrigger } from '../nodes/BotMessaging/BotMessagingTrigger.node.js';
import { claimsOf, factsOf, writtenPages } from './lib/claims';
import { program } from './lib/program';

const NODES = [BotMessaging, BotMessagingTrigger, BotMessagingPollingTrigger].map(
	(Node) => new Node().description,
);

program(async () => {
	const claims = claimsOf(writtenPages(), factsOf(NODES, new BotMessagingApi()));
	const untold = claims.filter((claim) => claim.untold.length > 0);
	for (const { file, sentence } of untold) console.log(`${file}: ${sentence}`);
	const wrong = claims.flatMap(({ file, faults, sentence }) =>
		faults.map((fault) => `${file}: ${fault}: ${sentence}`),
	);
	console.log(
		`${claims.length} sentences have a label, a name or a number; ${untold.length} a number that is not compared.`,
	);
	if (wrong.length > 0) throw new Error(wrong.join('\n'));
});
