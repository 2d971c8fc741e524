import { shownText } from '../../support/shown';
import { convert } from '../../../converter/index';
import { readWorkflow } from '../../../converter/workflow';
import { ensureCredential, withCredential } from '../../../sandbox/lib/demo';
import type { CredentialReference, Workflow } from '../../../sandbox/lib/rest';
import { runToEnd } from '../../../sandbox/lib/runs';
import { useEmulator } from '../../support/emulator';
import { workflowOf, type Step } from './execute';
import { useN8n } from './n8n';

/** An n8n and an emulator that run a workflow for Telegram and the converted one. */
export function useConverted() {
	const emulator = useEmulator();
	const n8n = useN8n();
	let telegramApi: CredentialReference;
	let botMessagingApi: CredentialReference;

	beforeAll(async () => {
		const data = { accessToken: emulator.token, baseUrl: emulator.url };
		const credential = { name: 'Telegram', type: 'telegramApi', data };
		telegramApi = await n8n.rest.createCredential(credential);
		botMessagingApi = await ensureCredential(n8n.rest, emulator.url);
	});

	const step = (name: string, parameters: object, type = 'telegram', typeVersion = 1.2): Step => ({
		name,
		type: `n8n-nodes-base.${type}`,
		typeVersion,
		parameters: parameters as Step['parameters'],
		...(type.startsWith('telegram') && { credentials: { telegramApi } }),
	});

	/** The converted workflow, in the form in which a person imports it. */
	function convertIt(workflow: Workflow) {
		const outcome = convert(readWorkflow(JSON.stringify(workflow)));
		return {
			workflow: withCredential(outcome.workflow as unknown as Workflow, botMessagingApi),
			findings: outcome.findings,
		};
	}

	/**
	 * The final messages of all chats as readers see them, without values that differ in each run, and without
	 * options such as the link preview, which the Telegram node names differently.
	 */
	async function outcomeOf(workflow: Workflow) {
		await emulator.control('post', 'reset', {});
		const id = await n8n.rest.importWorkflow(workflow);
		const { status, data } = await runToEnd(n8n.rest, id, 'Start');
		expect([status, status === 'success' ? '' : data]).toEqual(['success', '']);
		const { messages, files } = await emulator.state();
		return {
			messages: messages.map(
				({
					date: _date,
					edit_date: isEdited,
					media,
					options: _options,
					text,
					caption,
					parse_mode: mode,
					...message
				}) => ({
					...message,
					...shownText(text ?? caption ?? '', mode),
					isEdited: isEdited !== undefined,
					kind: media?.kind,
				}),
			),
			files: files.map(({ file_name: name }) => name),
		};
	}

	async function sameAsBefore(name: string, steps: Step[]) {
		const original = workflowOf(name, steps);
		const { workflow, findings } = convertIt(original);
		await emulator.settings({ unknownParameters: 'ignore' });
		const before = await outcomeOf(original);
		await emulator.settings({ unknownParameters: 'refuse' });
		expect(await outcomeOf(workflow)).toEqual(before);
		return { ...before, findings };
	}

	return { emulator, n8n, step, convertIt, outcomeOf, sameAsBefore };
}
