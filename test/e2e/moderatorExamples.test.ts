import { useEmulator } from '../support/emulator';
import { aiSpamJudge } from './examples/aiSpamJudge';
import { banEverywhere } from './examples/banEverywhere';
import { deleteAfter } from './examples/deleteAfter';
import { raidGuard } from './examples/raidGuard';
import { sceneOf } from './examples/scene';
import { useN8n } from './support/n8n';
import { peopleOf } from './support/people';

const emulator = useEmulator();
const n8n = useN8n();
const scene = sceneOf(emulator, n8n, peopleOf(emulator));

describe('raid guard', () => raidGuard(scene));
describe('ban everywhere', () => banEverywhere(scene));
describe('AI spam judge', () => aiSpamJudge(scene));
describe('delete after n seconds', () => deleteAfter(scene));
