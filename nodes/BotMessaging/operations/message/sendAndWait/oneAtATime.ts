import { UserError } from '../../../api/errors';

export const oneAtATime = (size: number) =>
	new UserError(
		`The node asks one question at a time, but there are ${size} input items`,
		'Nothing was sent. Put a Loop Over Items node with a Batch Size of 1 before this node, so that the questions are asked one after the other.',
	);
