const { setTimeout: sleep } = require('node:timers/promises');

/** What keeps a process alive: each must have ended with its test file. */
const KINDS = ['TCPServerWrap', 'PipeWrap', 'ProcessWrap', 'Timeout'];

/** What ends by itself may take this long on a busy machine, in ms. */
const PATIENCE_MS = 5000;

const open = () => process.getActiveResourcesInfo().filter((kind) => KINDS.includes(kind));

const before = new Map();

/** Notes what is open before a test file begins. */
exports.noteOpen = () => {
	// Node opens these two on first use, and with CI=true Jest uses the second in a worker's first test file.
	void [process.stdout, process.stderr];
	before.clear();
	for (const kind of open()) before.set(kind, (before.get(kind) ?? 0) + 1);
};

const leftOpen = () =>
	KINDS.flatMap((kind) => {
		const more = open().filter((one) => one === kind).length - (before.get(kind) ?? 0);
		return more > 0 ? `${more} ${kind}` : [];
	});

/**
 * Rejects if a test file has left a server, a program or a timer open: the process would not end, and Jest
 * would have to kill it.
 */
exports.expectNothingOpen = async () => {
	const end = process.uptime() * 1000 + PATIENCE_MS;
	while (leftOpen().length > 0 && process.uptime() * 1000 < end) await sleep(10);
	const left = leftOpen();
	if (left.length > 0) throw new Error(`This test file leaves open: ${left.join(', ')}`);
};
