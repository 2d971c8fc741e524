import { sceneOf } from '../e2e/examples/scene';
import { orders, useTakeover } from '../e2e/examples/takeover';
import { useN8n } from '../e2e/support/n8n';
import { peopleOf } from '../e2e/support/people';
import { useEmulator } from '../support/emulator';

const ORDERS = Number(process.env.TAKEOVER_ORDERS ?? 500);

const emulator = useEmulator();
const n8n = useN8n();
const scene = sceneOf(emulator, n8n, peopleOf(emulator));

orders(scene, useTakeover(scene), ORDERS);
