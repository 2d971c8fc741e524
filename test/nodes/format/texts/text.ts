/**
 * A language model's text, and what is shown, with styles in braces: `{b bold}`, `{i italic}`,
 * `{s struck}`, `{c code}`, `{pre block}`, `{pre:go block}`, `{q quote}`,
 * `{a address text}`.
 */
export type Text = [written: string, shown: string];
