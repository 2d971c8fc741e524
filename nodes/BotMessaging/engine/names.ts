/** The name on the wire that belongs to a name in the form. */
export const snakeCase = (name: string) =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name in the form that belongs to a name on the wire. */
export const camelCase = (key: string) =>
	key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
