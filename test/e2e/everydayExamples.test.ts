import { useEmulator } from '../support/emulator';
import { order } from './examples/order';
import { sceneOf } from './examples/scene';
import { statistics } from './examples/statistics';
import { voiceToText } from './examples/voiceToText';
import { workflowErrors } from './examples/workflowErrors';
import { useN8n } from './support/n8n';
import { peopleOf } from './support/people';

const emulator = useEmulator();
const n8n = useN8n();
const scene = sceneOf(emulator, n8n, peopleOf(emulator));

describe('errors of workflows', () => workflowErrors(scene));
describe('statistics of a group', () => statistics(scene));
describe('voice to text', () => voiceToText(scene));
describe('order', () => order(scene));
