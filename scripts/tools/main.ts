/** The program of the package of tools: the emulator with a small bot, or with `check` the check of a server. */
import { FirstBot } from '../../sandbox/lib/firstBot';

const HINT =
	'I am only there to try this out. Start with --no-bot, and your own program gets what is written here.';

/** Removes a word from the arguments. Returns whether it was there. */
function take(word: string): boolean {
	const at = process.argv.indexOf(word, 2);
	if (at > 0) process.argv.splice(at, 1);
	return at > 0;
}

async function emulate(): Promise<void> {
	const hasBot = !take('--no-bot');
	const { started } = await import('../../emulator/main');
	const emulator = await started;
	if (!emulator || !hasBot) return;
	const { ended } = new FirstBot(emulator.url, HINT);
	const say = () => console.log('The small bot has ended: another program gets the updates now.');
	// When the emulator ends, the bot's requests fail.
	await ended.then(say, () => {});
}

const isCheck = process.argv[2] === 'check' && take('check');

// Each part reports its own errors.
void (isCheck ? import('../../check/main') : emulate());
