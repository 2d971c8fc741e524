const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const { TestEnvironment } = require('jest-environment-node');

const { packagesScript } = require('./bundle.cjs');
const { endStorages } = require('./storages.cjs');
require('./keptCode.cjs');

/** What all files that run in this process share: the globals of its first environment. */
let shared;
let packages;

/** n8n-core reads these while it is loaded. */
function prepareEngine() {
	const folder = mkdtempSync(path.join(tmpdir(), 'bot-messaging-engine-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	process.env.N8N_USER_FOLDER = folder;
	process.env.N8N_ENCRYPTION_KEY ??= 'engine-tests-only';
	process.env.N8N_LOG_LEVEL ??= 'silent';
}

/**
 * Jest's own environment, but one for all test files of a process: n8n's packages are then loaded
 * once for the process and not once for each file. Our own modules are still loaded for each file.
 */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		if (!shared) prepareEngine();
		super(config, context);
		if (shared) {
			void super.teardown();
			Object.assign(this, shared);
			this.forget();
		} else {
			const { context, global, moduleMocker, fakeTimers, fakeTimersModern } = this;
			shared = { context, global, moduleMocker, fakeTimers, fakeTimersModern };
		}
		this.global.bundledPackage = (name) => {
			if (!packages) {
				packages = {};
				const run = packagesScript().runInContext(this.getVmContext());
				run(packages, require, __filename, __dirname);
			}
			return packages[name]();
		};
	}

	/** Undoes what the tests of another file have set up in n8n-core and in the environment's variables. */
	forget() {
		packages?.['@n8n/di']().Container.reset();
		const { env } = this.global.process;
		for (const name of Object.keys(env)) delete env[name];
		Object.assign(env, process.env);
	}

	/** The globals stay, for the next file. */
	async teardown() {
		endStorages();
	}
};
