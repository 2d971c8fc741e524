import { createHash } from 'node:crypto';

import { CheckStatus } from '@stryker-mutator/api/check';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const { MUTATION_SAMPLE: size, MUTATION_SEED: seed } = process.env;

const rankOf = (id) => createHash('sha256').update(`${seed}:${id}`).digest('hex');

/**
 * Selects MUTATION_SAMPLE mutations, always the same for the same files and seed. Stryker leaves the others
 * out of the score and shows them as errors. It calls one checker once, with all mutations.
 */
class Sample {
	chosen = new Set();

	async init() {}

	async group(mutants) {
		const ids = mutants.map(({ id }) => id);
		const inOrder = [...ids].sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
		this.chosen = new Set(inOrder.slice(0, Number(size)));
		return [ids];
	}

	async check(mutants) {
		const results = mutants.map(({ id }) => [
			id,
			this.chosen.has(id)
				? { status: CheckStatus.Passed }
				: { status: CheckStatus.CompileError, reason: 'not in the sample' },
		]);
		return Object.fromEntries(results);
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', Sample)];
