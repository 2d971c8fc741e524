import { useEmulator } from '../support/emulator';
import { sceneOf } from './examples/scene';
import { sequence } from './examples/sequence';
import { useKillableN8n } from './support/killable';
import { peopleOf } from './support/people';

const emulator = useEmulator();
const n8n = useKillableN8n();

describe('sequence', () => sequence(sceneOf(emulator, n8n, peopleOf(emulator)), n8n));
