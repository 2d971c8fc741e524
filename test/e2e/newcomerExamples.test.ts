import { useEmulator } from '../support/emulator';
import { captchaPicture } from './examples/captchaPicture';
import { logAndReport } from './examples/logAndReport';
import { sceneOf } from './examples/scene';
import { welcomeRules } from './examples/welcomeRules';
import { useN8n } from './support/n8n';
import { peopleOf } from './support/people';

const emulator = useEmulator();
const n8n = useN8n();
const scene = sceneOf(emulator, n8n, peopleOf(emulator));

describe('welcome with rules', () => welcomeRules(scene));
describe('captcha with a picture', () => captchaPicture(scene));
describe('log and report', () => logAndReport(scene));
