import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { requireOfN8n } from './n8nModules';

/** The data of a login to n8n. */
export interface Account {
	email: string;
	password: string;
}

/** n8n's owner account. */
export interface Owner extends Account {
	/** bcrypt; kept, because n8n ends all sessions when it changes. */
	passwordHash: string;
}

/** The owner of the n8n in this data folder; created on first use. */
export function ownerOf(folder: string): Owner {
	const file = join(folder, 'owner.json');
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Owner;
	// n8n requires eight characters, with a digit and a capital letter.
	const password = `Demo-1${randomBytes(6).toString('hex')}`;
	const { hashSync } = requireOfN8n<{ hashSync(text: string, rounds: number): string }>('bcryptjs');
	const owner = { email: 'demo@example.com', password, passwordHash: hashSync(password, 10) };
	mkdirSync(folder, { recursive: true });
	writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
	return owner;
}
