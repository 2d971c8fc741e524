import { METHODS, type MethodName, type MethodShape, type ParamTable } from '../../reference';
import type { Settings } from '../world/entities';

/** Whether a server with these settings has a method, named as in the documentation. */
export function isOffered(
	name: MethodName,
	{ methods: preset, missingMethods }: Settings,
): boolean {
	if (missingMethods.includes(name)) return false;
	const { documented }: MethodShape = METHODS[name];
	if (documented === 'reference') return true;
	return preset === 'all' || (preset === 'safew' && documented === 'service');
}

const ANSWER = ['parse_mode', 'reply_markup', 'reply_to_message_id'];
const FILE = ['caption', ...ANSWER, 'duration'];

/** Parameters that the first source shows of methods that the second describes in full (reference 1). */
const SHOWN: Partial<Record<MethodName, readonly string[]>> = {
	editMessageText: ['chat_id', 'message_id', 'text', 'parse_mode', 'reply_markup'],
	getUpdates: [],
	sendMessage: ['chat_id', 'text'],
	sendMediaGroup: ['chat_id', 'media', 'reply_to_message_id'],
	sendVideo: ['chat_id', 'video', 'width', 'height', ...FILE],
	sendAudio: ['chat_id', 'audio', ...FILE],
	sendVoice: ['chat_id', 'voice', ...FILE],
	setWebhook: ['url'],
};

/** The parameters of a method on a server with these settings. */
export function paramsIn({ methods: preset }: Settings, name: MethodName): ParamTable {
	const all: ParamTable = METHODS[name].params;
	const shown = preset === 'reference' ? SHOWN[name] : undefined;
	if (!shown) return all;
	return Object.fromEntries(Object.entries(all).filter(([param]) => shown.includes(param)));
}
