const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const { TestEnvironment } = require('jest-environment-node');

const { loadPackages } = require('./bundle.cjs');
const { expectNothingOpen, noteOpen } = require('./leftOpen.cjs');
require('./keptCode.cjs');
require('./storages.cjs');

/** n8n-core reads these on load. */
function prepareEngine() {
	const folder = mkdtempSync(path.join(tmpdir(), 'bot-messaging-engine-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	process.env.N8N_USER_FOLDER = folder;
	process.env.N8N_ENCRYPTION_KEY ??= 'engine-tests-only';
	process.env.N8N_LOG_LEVEL ??= 'silent';
}

/** The environment of the first test file. */
const first = {};

/**
 * Jest's own environment, but one for all test files of a process: n8n's packages are then loaded
 * once for the process and not once for each file. Our own modules are still loaded for each file.
 *
 * A plain `moduleNameMapper` to the same bundle would need a third of this folder's lines. Each test file
 * that uses n8n's engine then takes 2.5 s of processor time before its first test, and here 0.2 s
 * (`time npx jest -i` for eleven such files and for one, on Node 20). Some 250 files do: that is nine minutes.
 */
module.exports = class extends TestEnvironment {
	constructor(config, context) {
		noteOpen();
		const { dialect } = config.projectConfig.testEnvironmentOptions;
		if (first.environment) {
			first.environment.forget();
			first.environment.speak(dialect);
			return first.environment;
		}
		prepareEngine();
		super(config, context);
		this.global.bundledPackage = (name) => this.bundledPackage(name);
		this.global.processPackage = require;
		this.global.compiledSchemas = new Map();
		this.speak(dialect);
		first.environment = this;
	}

	/** The emulator's dialect in the tests of a project that has one of its own. */
	speak(dialect) {
		if (dialect) this.global.process.env.EMULATOR_DIALECT = dialect;
	}

	bundledPackage(name) {
		this.bundle ??= loadPackages(this.getVmContext());
		const found = this.bundle.packages[name]();
		if (name === 'n8n-core') this.bundle.keepCode();
		return found;
	}

	/** Undoes changes of another file's tests in n8n-core and in environment variables. */
	forget() {
		this.bundle?.packages['@n8n/di']().Container.reset();
		// Jest adds its own listeners for each file: those of earlier files would report every test again.
		delete this.global[Symbol.for('EVENT_HANDLERS')];
		// Listeners of the other file would stay until the process ends.
		this.global.process.removeAllListeners('exit');
		const { env } = this.global.process;
		for (const name of Object.keys(env)) delete env[name];
		Object.assign(env, process.env);
	}

	/** The globals stay, for the next file. */
	async teardown() {
		await expectNothingOpen();
	}
};
