/**
 * Programs outside jest import this first. It makes `BotMessaging.node` resolve to the source instead of
 * the codex file BotMessaging.node.json, which Node prefers.
 */
const extensions: Partial<NodeJS.RequireExtensions> = require.extensions;
const json = extensions['.json'];
delete extensions['.json'];
extensions['.json'] = json;
