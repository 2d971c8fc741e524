import type { Field } from '../engine/define';
import { USERNAME } from './chatEncode';
import { locatedUser, REPLY } from './userEncode';

/**
 * No action has a default person. n8n shows only nine letters of a mode's label. For another person
 * parameter, spread this and give it its own names.
 */
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
			displayName: 'By Name',
			name: USERNAME,
			type: 'string',
			placeholder: 'e.g. @mia',
			hint: 'Finds only people whose messages a trigger of this n8n has seen. The server must confirm the name.',
		},
		{
			displayName: 'By Reply',
			name: REPLY,
			type: 'string',
			hint: 'The person whose message was answered, or who is named in a command',
			placeholder: 'e.g. {{ $json }}',
		},
	],
	description:
		'The person to use. The triggers output the ID as userId. By Reply takes the whole output of a trigger, and finds the person to whom the message replies.',
	wire: { encode: locatedUser },
};
