import js from '@eslint/js';
import communityNodes from '@n8n/eslint-plugin-community-nodes';
import nodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const PUBLISHED_SOURCE = ['package.json', '{nodes,credentials,reference}/**/*.{ts,json}'];
const BUILT = ['dist/**/*.{js,json}'];

/** Every rule of a rule set as an error: a warning would not stop anybody. */
const asErrors = (rules) => Object.fromEntries(Object.keys(rules).map((name) => [name, 'error']));

/**
 * The rules of this repository. `eslint.config.mjs` is n8n's own, word for word, and needs n8n's tool:
 * docs/for-reviewers.md says how to run it. What it finds in the published sources is found by these rules too.
 */
export default defineConfig(
	globalIgnores(['dist/', 'dist-emulator/', 'dist-tools/', 'site/', '.data/', 'coverage/']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{
		files: ['**/*.{ts,tsx,mts,mjs,cjs,js}'],
		ignores: BUILT,
		extends: [tseslint.configs.recommended],
		rules: {
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
		},
	},
	{
		files: ['gulpfile.js', '**/*.cjs'],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},

	// Rules that know the types, of which those about promises matter most here.
	{
		files: ['**/*.{ts,tsx,mts}'],
		ignores: BUILT,
		extends: [tseslint.configs.recommendedTypeCheckedOnly],
		languageOptions: { parserOptions: { projectService: true } },
		rules: {
			'@typescript-eslint/return-await': ['error', 'always'],
			// An interface may promise what one of those who keep to it has at once.
			'@typescript-eslint/require-await': 'off',
			// It takes functions of our interfaces, which have no `this`, for methods.
			'@typescript-eslint/unbound-method': 'off',
			// What comes from the API or from an expression has any shape, and is put into words as it is.
			'@typescript-eslint/no-base-to-string': 'off',
		},
	},
	{
		// Tests read answers of every shape, the wrong ones too, and expect() looks at the values.
		files: ['test/**/*.ts'],
		rules: {
			'@typescript-eslint/no-unsafe-argument': 'off',
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/no-unsafe-call': 'off',
			'@typescript-eslint/no-unsafe-member-access': 'off',
			'@typescript-eslint/no-unsafe-return': 'off',
			// A handler may be async: what it throws ends the test run, which nobody overlooks.
			'@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
		},
	},

	// From here on: what n8n's own tool and scanner hold a community package to. The scanner reads the sources
	// and the built files, takes no notice of inline comments, and leaves out the same five base rules.
	// The built files are ignored in a plain run; with --no-ignore they are checked.
	{
		files: ['{nodes,credentials,reference}/**/*.ts'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		// With options of its own: without them, those from above would count.
		rules: { '@typescript-eslint/no-unused-vars': ['error', {}] },
	},
	{
		files: [...PUBLISHED_SOURCE, ...BUILT],
		linterOptions: { noInlineConfig: true },
		languageOptions: { parser: tseslint.parser },
		plugins: { ...communityNodes.configs.recommended.plugins, 'n8n-nodes-base': nodesBase },
		rules: { ...asErrors(communityNodes.configs.recommended.rules), 'no-console': 'error' },
	},
	{
		files: ['package.json'],
		rules: nodesBase.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...nodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...nodesBase.configs.nodes.rules,
			// settle() gives back what was thrown, whatever it was, and that is thrown on.
			'@typescript-eslint/only-throw-error': 'off',
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
