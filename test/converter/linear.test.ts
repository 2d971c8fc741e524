import { originsIn } from '../../converter/origins';
import type { Shapes } from '../../converter/plan';
import { flow, other, telegram, type FlowNode } from './flow';

/** A long workflow: sends, nodes that pass on, code, loops and merges, one behind the other. */
function long(count: number) {
	const kinds = [
		(name: string) => telegram(name, { chatId: '={{ $json.c }}', text: 'a' }),
		(name: string) => other(name, 'noOp'),
		(name: string) => other(name, 'code', { jsCode: 'return items;' }),
		(name: string) => other(name, 'splitInBatches'),
		(name: string) => other(name, 'merge', { mode: 'combine' }),
		(name: string) => other(name, 'if'),
	];
	// Each kind has a sixth of the workflow: a way past all nodes that pass on is long.
	const nodes = Array.from({ length: count }, (_none, at): FlowNode => {
		const node = kinds[Math.floor((at * kinds.length) / count)](`Node ${at}`);
		const back = node.type?.endsWith('.if') && at > count - 100 ? [`Node ${at - 40}`] : [];
		return { ...node, next: [...(at + 1 < count ? [`Node ${at + 1}`] : []), ...back] };
	});
	return flow(...nodes);
}

/** How many nodes are looked at to find where all items come from. */
function work(count: number) {
	let looks = 0;
	class Counted extends Map<string, 'atTheTop'> {
		override get(name: string) {
			looks++;
			return super.get(name);
		}
	}
	const workflow = long(count);
	const sends = workflow.nodes.filter(({ type }) => type.endsWith('.telegram'));
	const shapes: Shapes = new Counted(sends.map(({ name }) => [name, 'atTheTop']));
	const origins = originsIn(workflow, shapes);
	const found = workflow.nodes.map(({ name }) => [origins.into(name), origins.outOf(name)]);
	expect(found.at(-1)).toMatchObject([{ shape: 'atTheTop' }, { shape: 'atTheTop' }]);
	return looks;
}

test('where items come from takes twice the work in a workflow of twice the nodes', () => {
	const [once, twice] = [work(1000), work(2000)];
	expect(twice).toBeGreaterThanOrEqual(2000);
	expect(twice).toBeLessThan(2.5 * once);
});
