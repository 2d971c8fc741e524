import type { Account } from './owner';
import { obstacleOf, waitForStatus, type Publication } from './publication';

const ENDED = ['success', 'error', 'crashed', 'canceled'];

/** A workflow in n8n's export format. */
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

/** The message in an error answer; the whole answer if it is not in n8n's format. */
function messageIn(answer: string): string {
	try {
		return (JSON.parse(answer) as { message?: string }).message ?? answer;
	} catch {
		return answer;
	}
}

/** An error answer of n8n. */
class Refusal extends Error {
	constructor(
		readonly status: number,
		request: string,
		answer: string,
	) {
		super(`n8n answers ${status} to ${request}: ${messageIn(answer)}`);
	}
}

/** The answer, or `undefined` if this version of n8n has no such route. */
async function ifOffered<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
	try {
		return await asked;
	} catch (obstacle) {
		if (obstacle instanceof Refusal && obstacle.status === 404) return undefined;
		throw obstacle;
	}
}

/**
 * n8n's own HTTP interface, used like its editor, with the owner's session. Detects the differences
 * between versions from what this n8n offers.
 */
export class N8nRest {
	private constructor(
		private readonly url: string,
		private readonly cookie: string,
	) {}

	/** Creates the owner's account, unless n8n took it from its environment. */
	static async setUpOwner(url: string, { email, password }: Account): Promise<void> {
		const open = new N8nRest(url, '');
		const { userManagement } = await open.call<{
			userManagement: { showSetupOnFirstLoad?: boolean };
		}>('GET', '/rest/settings');
		if (!userManagement.showSetupOnFirstLoad) return;
		const owner = { email, password, firstName: 'Demo', lastName: 'Owner' };
		await open.call('POST', '/rest/owner/setup', owner);
	}

	/** `url` is n8n's address without a path. Throws if n8n rejects the password. */
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
				// On a busy machine, a kept-alive connection may close while the next request is sent.
				connection: 'close',
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new Refusal(response.status, `${method} ${path}`, text);
		return JSON.parse(text);
	}

	/** The `data` of n8n's answer. Throws n8n's message for an error status. */
	async call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
		return ((await this.request(method, path, body)) as { data: Data }).data;
	}

	async version(): Promise<string> {
		return (await this.call<{ versionCli: string }>('GET', '/rest/settings')).versionCli;
	}

	/** All node types that n8n sends to its editor, from all packages. */
	async nodeTypes<NodeType extends { name: string }>(): Promise<NodeType[]> {
		return (await this.request('GET', '/types/nodes.json')) as NodeType[];
	}

	/** The credentials of a type, with their data except secrets. */
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
		// An n8n without the route assigns its own id to every workflow.
		return answer?.exists ?? false;
	}

	/** The id of a workflow, by its name. Throws unless exactly one has that name. */
	async workflowNamed(name: string): Promise<string> {
		const all = await this.call<Array<{ id: string; name: string }>>('GET', '/rest/workflows');
		const found = all.filter((workflow) => workflow.name === name);
		const [only, ...others] = found;
		if (only && others.length === 0) return only.id;
		throw new Error(`n8n has ${found.length} workflows named "${name}"`);
	}

	/** Stores a workflow, under its id if it has one and n8n heeds it. Returns the id. */
	async importWorkflow(workflow: Workflow): Promise<string> {
		// n8n 1 does not store it without `active`.
		const inactive = { active: false, ...workflow };
		const { id } = await this.call<{ id: string }>('POST', '/rest/workflows', inactive);
		return id;
	}

	/**
	 * Publishes the newest version of a workflow; its triggers are live on return. Throws n8n's messages
	 * about triggers that could not be activated.
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

	/** Unpublishes a workflow; its triggers are gone on return. */
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
			// n8n 1 runs the workflow in the request, later versions the stored one.
			workflowData: await this.call('GET', `/rest/workflows/${id}`),
			triggerToStartFrom: { name: trigger },
		});
	}

	/** Stops listening for a test event. n8n answers before the trigger knows. */
	async stopListening(id: string): Promise<void> {
		await this.request('DELETE', `/rest/test-webhook/${id}`);
	}

	/** The executions of a workflow that have ended, well or not: how many, and the newest one. */
	private async ended(workflowId: string) {
		const filter = JSON.stringify({ workflowId, status: ENDED });
		const query = new URLSearchParams({ filter, limit: '1' });
		const path = `/rest/executions?${query.toString()}`;
		return await this.call<{ count: number; results: Array<{ startedAt: string }> }>('GET', path);
	}

	async countEnded(workflowId: string): Promise<number> {
		return (await this.ended(workflowId)).count;
	}

	/** When the newest execution that has ended was started, in Unix milliseconds. */
	async lastStarted(workflowId: string): Promise<number> {
		return Date.parse((await this.ended(workflowId)).results[0]!.startedAt);
	}

	/**
	 * The publication state once it is done or stuck. `undefined` if this n8n publishes before it answers, so
	 * that there is nothing to poll.
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
