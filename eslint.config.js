/**
 * ESLint reads this file first. The rules are in `eslint.config.mjs`, which is n8n's own, word for word; this says
 * in plain words what it needs.
 */
module.exports = import('./eslint.config.mjs').then(
	({ default: config }) => config,
	(error) => {
		if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
		console.error(
			[
				'ESLint needs n8n’s own tool here, which is 400 MB and no dependency of this repository:',
				'  npm ci',
				'  npm install --no-save @n8n/node-cli@0.48.3',
				'  npx eslint package.json nodes credentials',
				'The rules of the whole repository need only npm ci: npm run lint',
			].join('\n'),
		);
		process.exit(2);
	},
);
