import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DEFAULTS } from '../../emulator/world/defaults';
import type { Message } from '../../emulator/world/entities';
import type { State } from '../../emulator/world/store';
import type { N8n } from './n8n';
import { PACKAGE_NAME, ROOT } from '../../scripts/lib/paths';
import type { Credential, CredentialReference, N8nRest, Workflow } from './rest';
import { runToEnd } from './runs';

const CREDENTIAL_TYPE = 'botMessagingApi';

/** An example of `examples/`; it names no credential, so that it can be imported anywhere. */
export function readExample(name: string): Workflow & { id: string } {
	const file = join(ROOT, 'examples', `${name}.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as Workflow & { id: string };
}

/** The workflow with this credential chosen in every node of the package. */
export function withCredential<W extends Workflow>(
	workflow: W,
	credential: CredentialReference,
): W {
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(`${PACKAGE_NAME}.`)
			? { ...node, credentials: { [CREDENTIAL_TYPE]: credential } }
			: node,
	);
	return { ...workflow, nodes };
}

/** Stores a workflow unless it exists. Returns its id, which n8n 1 chooses itself. */
export async function ensureWorkflow(
	rest: N8nRest,
	workflow: Workflow & { id: string },
): Promise<string> {
	if (await rest.hasWorkflow(workflow.id)) return workflow.id;
	return await rest.importWorkflow(workflow);
}

/** A credential for a bot of the emulator at this address; without a token, its first bot. */
export const credentialFor = (
	emulatorUrl: string,
	botToken: string = DEFAULTS.token,
): Credential => ({
	name: 'Demo bot',
	type: CREDENTIAL_TYPE,
	data: { service: 'other', baseUrl: emulatorUrl, pathForm: 'bot', botToken },
});

/** Stores a credential, or changes the one of this name if this field of it is different. */
async function ensure(
	rest: N8nRest,
	wanted: Credential,
	field: string,
): Promise<CredentialReference> {
	const known = await rest.credentials(wanted.type);
	const existing = known.find(({ name }) => name === wanted.name);
	if (!existing) return await rest.createCredential(wanted);
	if (existing.data[field] !== wanted.data[field]) await rest.updateCredential(existing.id, wanted);
	return { id: existing.id, name: existing.name };
}

/** A credential for the demo bot, with the current address of the emulator. */
export const ensureCredential = async (rest: N8nRest, emulatorUrl: string) =>
	await ensure(rest, credentialFor(emulatorUrl), 'baseUrl');

/** A credential for the stand-in of a language model, with its current address. */
export async function ensureModel(rest: N8nRest, url: string): Promise<CredentialReference> {
	const data = { apiKey: 'none', url, header: false };
	return await ensure(rest, { name: 'Stand-in for a model', type: 'openAiApi', data }, 'url');
}

/** The workflow with this credential chosen in its chat models. */
export function withModel<W extends Workflow>(workflow: W, openAiApi: CredentialReference): W {
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('.lmChatOpenAi') ? { ...node, credentials: { openAiApi } } : node,
	);
	return { ...workflow, nodes };
}

/** How to find a workflow: its name and its path in n8n's editor. */
export interface WorkflowPlace {
	name: string;
	path: string;
}

export const placeOf = ({ id, name }: { id: string; name: string }): WorkflowPlace => ({
	name,
	path: `/workflow/${id}`,
});

/** A workflow that n8n did not publish: it is there, but does not start by itself. */
export interface Unpublished extends WorkflowPlace {
	/** n8n's message, or the state that it reported. */
	reason: string;
}

const demo = readExample('demo');

/** The demo's path in n8n's editor. */
export const DEMO_PATH = placeOf(demo).path;

/** The demo's trigger for a person. */
export const DEMO_TRIGGER = 'When Clicking Execute';

/**
 * On the first start, imports the demo, publishes it and runs it. After that it belongs to the user, who
 * may edit or delete it, or give it a real bot. `folder` remembers that it ran; if a start was
 * interrupted, the next one completes it.
 */
export async function runDemoOnce(
	{ rest, url }: Pick<N8n, 'rest' | 'url'>,
	folder: string,
	credential: CredentialReference,
): Promise<{ hasRun: boolean; unpublished: Unpublished[] }> {
	const marker = join(folder, 'demo-has-run');
	if (existsSync(marker)) return { hasRun: false, unpublished: [] };
	const id = await ensureWorkflow(rest, withCredential(demo, credential));
	const reason = await rest.tryToPublish(id);
	const { status } = await runToEnd(rest, id, DEMO_TRIGGER);
	if (status !== 'success') {
		throw new Error(`The demo workflow ended with "${status}". See ${url}${DEMO_PATH}/executions`);
	}
	writeFileSync(marker, '');
	const unpublished = reason === undefined ? [] : [{ ...placeOf(demo), reason }];
	return { hasRun: true, unpublished };
}

const isSameMessage = (one: Message, other: Message) =>
	one.chat_id === other.chat_id && one.message_id === other.message_id;

/** What changed between two states of the emulator's world, a line for each change. */
export function tellEffects(before: State, after: State): string[] {
	const chatName = (id: number) => after.chats.find((chat) => chat.id === id)?.title ?? String(id);
	const userName = (id: number) => after.users.find((user) => user.id === id)?.first_name ?? id;
	const sent = after.messages
		.filter((message) => !before.messages.some((old) => isSameMessage(old, message)))
		.map(({ chat_id: chat, from_id: author, text, dice, reply_markup: markup }) => {
			const what = dice ? `rolled ${dice.emoji}: ${dice.value}` : `wrote "${text}"`;
			return `${chatName(chat)}: ${userName(author)} ${what}${markup ? ', with buttons' : ''}`;
		});
	const muted = after.members
		.filter(({ status }) => status === 'restricted')
		.map(({ chat_id: chat, user_id: user, until_date: end }) => {
			const until = end ? ` until ${new Date(end * 1000).toLocaleTimeString()}` : '';
			return `${chatName(chat)}: ${userName(user)} is muted${until}`;
		});
	return [...sent, ...muted];
}
