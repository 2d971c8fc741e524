import type { Step } from '../probe';
import { commands, webhook } from './bot';
import { calling, emptyCalls } from './calling';
import { files } from './files';
import { links, permissions, titleAndPins } from './group';
import { member } from './member';
import { texts } from './texts';

/** In the order in which they run. */
export const STEPS: Step[] = [
	calling,
	texts,
	files,
	titleAndPins,
	permissions,
	links,
	commands,
	webhook,
	member,
	emptyCalls,
];
