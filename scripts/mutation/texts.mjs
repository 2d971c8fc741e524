import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** A text of several words, which is for people. */
const isText = (value) => /^[A-Z].* /s.test(value);

function isTextNode(node) {
	if (node.type === 'StringLiteral') return isText(node.value);
	return node.type === 'TemplateLiteral' && isText(node.quasis[0].value.raw);
}

/** Excludes texts for people from the mutations: tests check their content, not their wording. */
export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'texts', {
		shouldIgnore: ({ node }) => (isTextNode(node) ? 'words for people' : undefined),
	}),
];
