import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../api/errors';
import { chatId } from '../../fields/chat';
import { userId } from '../../fields/user';
import { rights } from '../../fields/rights';
import type { Batch, Operation, Reading } from '../../engine/define';
import { memberOf, setRights } from './setRights';

/**
 * The rights of a ChatMember, including rights newer than this node: the server revokes what is not
 * sent. The permissions of a restricted member have the same names, but are no rights.
 */
function rightsOf(member: unknown): string[] {
	const { status, ...flags } = (member ?? {}) as IDataObject;
	if (typeof status !== 'string') {
		throw new UserError(
			'The server did not say which rights the member has',
			'Nothing was changed. Set Existing Rights to Replace to grant exactly the chosen rights.',
		);
	}
	if (status !== 'administrator') return [];
	return Object.keys(flags).filter(
		(name) => flags[name] === true && /^(is_anonymous|can_(?!be_edited).+)$/.test(name),
	);
}

/** The chosen rights, plus the person's current ones unless Replace is chosen. */
async function chosenRights(batch: Batch, { body, values }: Reading): Promise<Set<string>> {
	const { rights: chosen, ...who } = body;
	const given = new Set(chosen as string[]);
	if (values.presentRights === 'replace') return given;
	for (const right of rightsOf(await memberOf(batch, who))) given.add(right);
	return given;
}

/** Reference 5.4: every right that is left out is revoked. */
export const promoteChatMember: Operation<'promoteChatMember'> = {
	resource: 'member',
	value: 'promoteChatMember',
	method: 'promoteChatMember',
	effect: 'repeatable',
	ordered: false,
	name: 'Promote',
	action: 'Promote a member to administrator',
	description: 'Make a member an administrator, or change the rights of one',
	fields: [
		chatId,
		userId,
		rights,
		{
			displayName: 'Existing Rights',
			name: 'presentRights',
			type: 'options',
			options: [
				{
					name: 'Keep',
					value: 'keep',
					description:
						'Add the chosen rights to the rights that the administrator already has. The node requests these first.',
				},
				{
					name: 'Replace',
					value: 'replace',
					description: 'Give exactly the chosen rights. All other rights are removed.',
				},
			],
			default: 'keep',
			description: 'What to do with the rights that the person already has',
			wire: 'formOnly',
		},
	],
	run: setRights(chosenRights),
};
