/**
 * What a language model writes, and what is shown of it, with styles in braces: `{b bold}`,
 * `{i italic}`, `{s struck}`, `{c code}`, `{pre block}`, `{pre:go block}`, `{q quote}`,
 * `{a address text}`.
 */
export type Text = [written: string, shown: string];
