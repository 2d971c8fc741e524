const ENDING_SIGNALS: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a script. Prints an error on one line, and sets exit code 1. */
export function program(main: () => Promise<void>): void {
	main().catch((obstacle: Error) => {
		console.error(obstacle.message);
		process.exitCode = 1;
	});
}

/**
 * Runs `act`, then `clear`, even if it throws. Ctrl-C clears at once and ends this program with exit
 * code 1.
 */
export async function clearingUp(
	act: () => Promise<void>,
	clear: () => Promise<void>,
): Promise<void> {
	let cleared: Promise<void> | undefined;
	// Stopping things early makes `act` throw while the clean-up still runs.
	const clearOnce = async () => await (cleared ??= clear());
	for (const signal of ENDING_SIGNALS) {
		process.once(signal, () => {
			// A signal handler cannot wait, but Node stays up until the clean-up is done.
			void clearOnce().then(() => process.exit(1));
		});
	}
	try {
		await act();
	} finally {
		await clearOnce();
	}
}
