import { useEmulator } from '../support/emulator';
import { newsletter } from './examples/newsletter';
import { sceneOf } from './examples/scene';
import { useKillableN8n } from './support/killable';
import { peopleOf } from './support/people';

const emulator = useEmulator();
const n8n = useKillableN8n();

describe('newsletter', () => newsletter(sceneOf(emulator, n8n, peopleOf(emulator)), n8n));
