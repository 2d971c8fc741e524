import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** A node of the workflow, as another one sees it. */
export interface OtherNode {
	/** Its full name, e.g. `n8n-nodes-bot-messaging.botMessagingTrigger`. */
	type: string;
	/** As they are saved, with expressions unread. */
	parameters: IDataObject;
}

/** What a node knows of the workflow that it is in. */
export interface Surroundings {
	workflowId: string;
	/** Whether a person has started it in the editor. */
	isTry: boolean;
	/** The nodes from which the workflow leads here, without those that are switched off. */
	nodesBefore(): OtherNode[];
}

export const surroundingsOf = (context: IExecuteFunctions): Surroundings => ({
	workflowId: context.getWorkflow().id ?? '',
	isTry: context.getMode() === 'manual',
	nodesBefore: () =>
		context
			.getParentNodes(context.getNode().name, { includeNodeParameters: true })
			.filter(({ disabled }) => !disabled)
			.map(({ type, parameters = {} }) => ({ type, parameters })),
});
