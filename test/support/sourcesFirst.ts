/**
 * Imported first by a program that runs outside jest: `BotMessaging.node` then means the source
 * and not the codex file BotMessaging.node.json, which Node looks for before it.
 */
const extensions: Partial<NodeJS.RequireExtensions> = require.extensions;
const json = extensions['.json'];
delete extensions['.json'];
extensions['.json'] = json;
