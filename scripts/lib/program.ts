const ENDING_SIGNALS: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs a script. What it throws is shown in one line, and makes the exit code 1. */
export function program(main: () => Promise<void>): void {
	main().catch((obstacle: Error) => {
		console.error(obstacle.message);
		process.exitCode = 1;
	});
}

/**
 * Acts, and then clears away what that has begun, also when it throws. Ctrl-C clears away at once
 * and ends this program with exit code 1.
 */
export async function clearingUp(
	act: () => Promise<void>,
	clear: () => Promise<void>,
): Promise<void> {
	let cleared: Promise<void> | undefined;
	// Whatever is ended early makes `act` throw while the rest is still being cleared away.
	const clearOnce = async () => await (cleared ??= clear());
	for (const signal of ENDING_SIGNALS) {
		process.once(signal, () => {
			// A signal handler cannot wait, but Node stays until this has ended it.
			void clearOnce().then(() => process.exit(1));
		});
	}
	try {
		await act();
	} finally {
		await clearOnce();
	}
}
