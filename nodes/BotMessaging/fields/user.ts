import type { Field } from '../engine/define';
import { USERNAME } from './chatEncode';
import { locatedUser, REPLY } from './userEncode';

/** For another parameter that is a person, spread this and give it its own names. */
export const userId: Field = {
	displayName: 'User',
	name: 'userId',
	type: 'resourceLocator',
	default: { mode: 'id', value: '' },
	required: true,
	modes: [
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 123456789',
		},
		{
			displayName: 'By Username',
			name: USERNAME,
			type: 'string',
			placeholder: 'e.g. @mia',
			hint: 'Finds only people whose messages a trigger of this n8n has seen',
		},
		{
			displayName: 'From Reply',
			name: REPLY,
			type: 'string',
			hint: 'The person whose message was answered, or who is named in a command',
			placeholder: 'e.g. {{ $json }}',
		},
	],
	description:
		'The person to use. The triggers output the ID as userId. From Reply takes the output of a trigger, and finds the person to whom the message replies.',
	refusals: [
		{
			description: 'user not found',
			reason: 'notMember',
			hint: 'Check User. The person must have been in this chat.',
		},
	],
	wire: { encode: locatedUser },
};

/** The same if it is mostly a moderator who says whom, with a reply. */
export const memberId: Field = {
	...userId,
	default: { mode: REPLY, value: '={{ $json }}' },
};
