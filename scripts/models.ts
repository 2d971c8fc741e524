/**
 * `npm run tool -- models`: plays the models of test/models with other random steps again and again, until it is
 * ended or a promise is broken. The output then names the seed and the fewest steps that break it.
 */
import { spawnSync } from 'node:child_process';

import { ROOT } from './lib/paths';
import { program } from './lib/program';

/** How many times the steps of `npm test` each round plays. */
const ROUNDS = '20';

program(async () => {
	for (let status: number | null = 0; status === 0;) {
		const seed = String(Math.floor(Math.random() * 2 ** 31));
		console.log(`MODELS_SEED=${seed} MODELS_ROUNDS=${ROUNDS}`);
		const env = { ...process.env, MODELS_SEED: seed, MODELS_ROUNDS: ROUNDS };
		const args = ['node_modules/jest/bin/jest.js', 'test/models', '--maxWorkers', '2'];
		const options = ['--selectProjects', 'fast', ...process.argv.slice(2)];
		const jest = spawnSync(process.execPath, [...args, ...options], {
			cwd: ROOT,
			stdio: 'inherit',
			env,
		});
		({ status } = jest);
		process.exitCode = status ?? 1;
	}
});
