import type { INodeTypeDescription } from 'n8n-workflow';

import type { Account } from './owner';
import { obstacleOf, waitForStatus, type Publication } from './publication';

const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** A workflow as n8n exports it. */
export interface Workflow {
	id?: string;
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

export interface WorkflowNode {
	name: string;
	type: string;
	credentials?: Record<string, CredentialReference>;
	[further: string]: unknown;
}

export interface CredentialReference {
	id: string;
	name: string;
}

export interface Credential {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** What a run in the editor has begun: an execution, or listening for a test event. */
export interface ManualRun {
	executionId?: string;
	waitingForWebhook?: boolean;
}

/** n8n's words in an answer that says no; the whole answer where it is not in n8n's form. */
function messageIn(answer: string): string {
	try {
		return (JSON.parse(answer) as { message?: string }).message ?? answer;
	} catch {
		return answer;
	}
}

/** n8n has said no. */
class Refusal extends Error {
	constructor(
		readonly status: number,
		request: string,
		answer: string,
	) {
		super(`n8n answers ${status} to ${request}: ${messageIn(answer)}`);
	}
}

/** What is asked for, or `undefined` if this version of n8n has no such route. */
async function ifOffered<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
	try {
		return await asked;
	} catch (obstacle) {
		if (obstacle instanceof Refusal && obstacle.status === 404) return undefined;
		throw obstacle;
	}
}

/**
 * n8n's own HTTP interface, as its editor uses it, with the session of its owner. What differs from
 * version to version is found out from what this n8n offers.
 */
export class N8nRest {
	private constructor(
		private readonly url: string,
		private readonly cookie: string,
	) {}

	/** Makes the account of the owner, if n8n has not taken it from its environment. */
	static async setUpOwner(url: string, { email, password }: Account): Promise<void> {
		const open = new N8nRest(url, '');
		const { userManagement } = await open.call<{
			userManagement: { showSetupOnFirstLoad?: boolean };
		}>('GET', '/rest/settings');
		if (!userManagement.showSetupOnFirstLoad) return;
		const owner = { email, password, firstName: 'Demo', lastName: 'Owner' };
		await open.call('POST', '/rest/owner/setup', owner);
	}

	/** `url` is n8n's address without a path. Throws when n8n does not accept the password. */
	static async logIn(url: string, account: Account): Promise<N8nRest> {
		const response = await fetch(`${url}/rest/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: account.email, password: account.password }),
		});
		if (!response.ok) throw new Error(`n8n refuses the login of ${account.email}`);
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		return new N8nRest(url, cookies.join('; '));
	}

	private async request(method: string, path: string, body?: unknown): Promise<unknown> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				cookie: this.cookie,
				'content-type': 'application/json',
				// On a busy machine a kept connection may be closed while the next request goes out.
				connection: 'close',
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new Refusal(response.status, `${method} ${path}`, text);
		return JSON.parse(text);
	}

	/** The `data` of n8n's answer. Throws with n8n's message when it answers with another status. */
	async call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
		return ((await this.request(method, path, body)) as { data: Data }).data;
	}

	/** The version of n8n. */
	async version(): Promise<string> {
		return (await this.call<{ versionCli: string }>('GET', '/rest/settings')).versionCli;
	}

	/** The types of node that n8n offers, of all packages, as its editor gets them. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return (await this.request('GET', '/types/nodes.json')) as INodeTypeDescription[];
	}

	/** The credentials of a type, with their data except what is secret. */
	async credentials(type: string): Promise<Array<Credential & CredentialReference>> {
		const filter = encodeURIComponent(JSON.stringify({ type }));
		return await this.call('GET', `/rest/credentials?includeData=true&filter=${filter}`);
	}

	async createCredential(credential: Credential): Promise<CredentialReference> {
		const { id, name } = await this.call<CredentialReference>(
			'POST',
			'/rest/credentials',
			credential,
		);
		return { id, name };
	}

	async updateCredential(id: string, credential: Credential): Promise<void> {
		await this.call('PATCH', `/rest/credentials/${id}`, credential);
	}

	async hasWorkflow(id: string): Promise<boolean> {
		const path = `/rest/workflows/${id}/exists`;
		const answer = await ifOffered(this.call<{ exists: boolean }>('GET', path));
		// An n8n without the route gives every workflow an id of its own.
		return answer?.exists ?? false;
	}

	/** The id of a workflow, by its name. Throws when there is not just one of that name. */
	async workflowNamed(name: string): Promise<string> {
		const all = await this.call<Array<{ id: string; name: string }>>('GET', '/rest/workflows');
		const found = all.filter((workflow) => workflow.name === name);
		const [only, ...others] = found;
		if (only && others.length === 0) return only.id;
		throw new Error(`n8n has ${found.length} workflows named "${name}"`);
	}

	/** Stores a workflow, under its id if it has one and n8n heeds it. Returns the id. */
	async importWorkflow(workflow: Workflow): Promise<string> {
		// n8n 1 does not store it unless that is said.
		const inactive = { active: false, ...workflow };
		const { id } = await this.call<{ id: string }>('POST', '/rest/workflows', inactive);
		return id;
	}

	/**
	 * Publishes the newest version of a workflow; its triggers are live when this returns. Throws
	 * with what n8n says about the triggers that could not be brought up.
	 */
	async publish(id: string): Promise<void> {
		const path = `/rest/workflows/${id}`;
		const { versionId } = await this.call<{ versionId: string }>('GET', path);
		await this.call('POST', `${path}/activate`, { versionId });
		const publication = await this.publicationOnce(id, 'published');
		if (publication === undefined || publication.status === 'published') return;
		throw new Error(`Workflow ${id} is not published: ${obstacleOf(publication)}`);
	}

	/** Publishes a workflow; returns the reason if that is not possible. */
	async tryToPublish(id: string): Promise<string | undefined> {
		try {
			await this.publish(id);
			return undefined;
		} catch (obstacle) {
			return (obstacle as Error).message;
		}
	}

	/** Takes a workflow out of service; its triggers are gone when this returns. */
	async unpublish(id: string): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/deactivate`);
		const publication = await this.publicationOnce(id, 'not_published');
		if (publication === undefined || publication.status === 'not_published') return;
		throw new Error(`Workflow ${id} is still published: ${obstacleOf(publication)}`);
	}

	/** Deletes all workflows with their executions, credentials and data tables. */
	async empty(): Promise<void> {
		type Listed = Array<{ id: string; isArchived?: boolean; active?: boolean }>;
		for (const { id, isArchived } of await this.call<Listed>('GET', '/rest/workflows')) {
			await this.unpublish(id);
			if (!isArchived) await this.call('POST', `/rest/workflows/${id}/archive`);
			await this.call('DELETE', `/rest/workflows/${id}`);
		}
		for (const { id } of await this.call<Listed>('GET', '/rest/credentials')) {
			await this.call('DELETE', `/rest/credentials/${id}`);
		}
		const tables = await this.call<{ data: Array<{ id: string; projectId: string }> }>(
			'GET',
			'/rest/data-tables-global?take=250',
		);
		for (const { id, projectId } of tables.data) {
			await this.call('DELETE', `/rest/projects/${projectId}/data-tables/${id}`);
		}
	}

	/** Runs a workflow as the editor does, from one of its triggers; a webhook's begins to listen. */
	async run(id: string, trigger: string): Promise<ManualRun> {
		return await this.call('POST', `/rest/workflows/${id}/run`, {
			// n8n 1 runs what it is sent, later ones what they have stored.
			workflowData: await this.call('GET', `/rest/workflows/${id}`),
			triggerToStartFrom: { name: trigger },
		});
	}

	/** Ends listening for a test event. n8n answers before the trigger has heard of it. */
	async stopListening(id: string): Promise<void> {
		await this.request('DELETE', `/rest/test-webhook/${id}`);
	}

	/** How many executions of a workflow have ended, well or not. */
	async countEnded(workflowId: string): Promise<number> {
		const filter = JSON.stringify({ workflowId, status: ENDED });
		const query = new URLSearchParams({ filter, limit: '1' });
		return (await this.call<{ count: number }>('GET', `/rest/executions?${query.toString()}`))
			.count;
	}

	/**
	 * How far n8n is with publishing when it has done what is wanted, or got stuck. `undefined` in an
	 * n8n that does it before it answers, and so has nothing to be asked.
	 */
	private async publicationOnce(
		id: string,
		wanted: Publication['status'],
	): Promise<Publication | undefined> {
		const path = `/rest/workflows/${id}/publication-status`;
		const ask = async () => await this.call<Publication>('GET', path);
		return await ifOffered(waitForStatus(ask, wanted));
	}
}
