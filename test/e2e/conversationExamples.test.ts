import { useEmulator } from '../support/emulator';
import { appointments } from './examples/appointments';
import { poll } from './examples/poll';
import { sceneOf } from './examples/scene';
import { supportDesk } from './examples/supportDesk';
import { useN8n } from './support/n8n';
import { peopleOf } from './support/people';

const emulator = useEmulator();
const n8n = useN8n();
const scene = sceneOf(emulator, n8n, peopleOf(emulator));

describe('poll with buttons', () => poll(scene));
describe('appointments', () => appointments(scene));
// Must be last, because it changes the group's id.
describe('support desk', () => supportDesk(scene));
