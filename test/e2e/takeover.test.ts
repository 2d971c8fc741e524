import { useEmulator } from '../support/emulator';
import { sceneOf } from './examples/scene';
import { takeover } from './examples/takeover';
import { useN8n } from './support/n8n';
import { peopleOf } from './support/people';

const emulator = useEmulator();
const n8n = useN8n();

describe('a person takes over', () => takeover(sceneOf(emulator, n8n, peopleOf(emulator))));
