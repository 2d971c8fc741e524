import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	ensureWorkflow,
	placeOf,
	readExample,
	withCredential,
	withModel,
	type Unpublished,
	type WorkflowPlace,
} from './demo';
import type { CredentialReference, N8nRest } from './rest';

/** The workflows of `examples/` to import; those that answer people in chats are published. */
const EXAMPLES = [
	{ file: 'welcome', isPublished: true },
	{ file: 'report', isPublished: true },
	{ file: 'join-requests', isPublished: true },
	{ file: 'announcement', isPublished: true },
	{ file: 'flood-guard', isPublished: true },
	{ file: 'moderation', isPublished: true },
	{ file: 'night-mode', isPublished: false },
	{ file: 'cleanup', isPublished: false },
	{ file: 'commands', isPublished: true },
	{ file: 'poll', isPublished: true },
	// These do the same as Welcome, or need a choice first.
	{ file: 'welcome-rules', isPublished: false },
	{ file: 'captcha-picture', isPublished: false },
	{ file: 'log-and-report', isPublished: false },
	{ file: 'raid-guard', isPublished: false },
	{ file: 'ban-everywhere', isPublished: false },
	{ file: 'delete-after', isPublished: false },
	// In the order in which they call each other.
	{ file: 'filter-rows', isPublished: false },
	{ file: 'filter-learns', isPublished: false },
	// Moderation does the same in the same group. In the order in which they call each other.
	...['log', 'warnings', 'judge', 'rules', 'commands', 'settings', 'night'].map((part) => ({
		file: `moderator-${part}`,
		isPublished: false,
	})),
	// These need a chat of moderators to be chosen first.
	...['send', 'subscribers', 'write'].map((part) => ({
		file: `newsletter-${part}`,
		isPublished: false,
	})),
	// Its /start is that of the newsletter too.
	{ file: 'sequence', isPublished: false },
	// The desk takes every message that people write in private; both need a chat to be chosen.
	...['support-desk-people', 'support-desk-staff', 'appointments-plan', 'appointments-book'].map(
		(file) => ({ file, isPublished: false }),
	),
	// These need a chat or a credential to be chosen first; Commands has a /top too.
	...['workflow-errors', 'statistics', 'voice-to-text', 'order'].map((file) => ({
		file,
		isPublished: false,
	})),
	// These need a model that is more than a stand-in.
	{ file: 'person-takes-over-agent', isPublished: false },
	{ file: 'person-takes-over-staff', isPublished: false },
	{ file: 'assistant', isPublished: false },
	{ file: 'agent', isPublished: false },
	{ file: 'ai-spam-judge', isPublished: false },
].map((example) => ({ ...example, workflow: readExample(example.file) }));

/** The examples' paths in the editor. */
export const EXAMPLE_PLACES: WorkflowPlace[] = EXAMPLES.map(({ workflow }) => placeOf(workflow));

/** Examples that act in the sandbox's chats from the first start. */
export const PUBLISHED_NAMES = EXAMPLES.filter(({ isPublished }) => isPublished).map(
	({ workflow }) => workflow.name,
);

/**
 * Imports each example on the first start that knows it, and publishes it if it answers people. After that
 * it belongs to the user, who may edit, unpublish or delete it. `model` is for the chat models in them.
 * `folder` remembers the imports; if a start was interrupted, the next one completes it. Returns the
 * examples that could not be published.
 */
export async function importExamplesOnce(
	rest: N8nRest,
	folder: string,
	credential: CredentialReference,
	model?: CredentialReference,
): Promise<Unpublished[]> {
	const imported = [];
	for (const { file, isPublished, workflow } of EXAMPLES) {
		const marker = join(folder, `${file}-is-imported`);
		if (existsSync(marker)) continue;
		const own = withCredential(workflow, credential);
		const id = await ensureWorkflow(rest, model ? withModel(own, model) : own);
		imported.push({ marker, id, isPublished, workflow });
	}
	// All in parallel: n8n takes half a minute to report each failure.
	const outcomes = await Promise.all(
		imported.map(async ({ marker, id, isPublished, workflow }) => {
			const reason = isPublished ? await rest.tryToPublish(id) : undefined;
			writeFileSync(marker, '');
			return reason === undefined ? [] : [{ ...placeOf(workflow), reason }];
		}),
	);
	return outcomes.flat();
}
