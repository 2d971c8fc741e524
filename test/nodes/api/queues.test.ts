import { KeyedQueue, Semaphore } from '../../../nodes/BotMessaging/api/queues';

/** Tasks that end when the test says so, and what has happened so far. */
class Tasks {
	readonly events: string[] = [];
	private readonly ends = new Map<
		string,
		{ resolve: () => void; reject: (error: Error) => void }
	>();

	make(name: string) {
		return async () => {
			this.events.push(`${name} begins`);
			await new Promise<void>((resolve, reject) => this.ends.set(name, { resolve, reject }));
			this.events.push(`${name} ends`);
			return name;
		};
	}

	async end(name: string) {
		this.ends.get(name)!.resolve();
		await settled();
	}

	async fail(name: string) {
		this.ends.get(name)!.reject(new Error(name));
		await settled();
	}
}

/** Resolves when everything possible has happened. */
const settled = async () => await new Promise<void>((resolve) => setImmediate(resolve));

describe('a keyed queue', () => {
	test('runs the tasks of one key in order, and those of other keys in parallel', async () => {
		const queue = new KeyedQueue();
		const tasks = new Tasks();
		const first = queue.run('a', tasks.make('a1'));
		const second = queue.run('a', tasks.make('a2'));
		const other = queue.run('b', tasks.make('b1'));
		await settled();
		expect(tasks.events).toEqual(['a1 begins', 'b1 begins']);
		await tasks.end('a1');
		expect(tasks.events).toEqual(['a1 begins', 'b1 begins', 'a1 ends', 'a2 begins']);
		await tasks.end('a2');
		await tasks.end('b1');
		expect(await Promise.all([first, second, other])).toEqual(['a1', 'a2', 'b1']);
	});

	test('continues after a task that fails', async () => {
		const queue = new KeyedQueue();
		const tasks = new Tasks();
		const failure = expect(queue.run('a', tasks.make('a1'))).rejects.toThrow('a1');
		void queue.run('a', tasks.make('a2'));
		await settled();
		await tasks.fail('a1');
		await failure;
		expect(tasks.events).toEqual(['a1 begins', 'a2 begins']);
		await tasks.end('a2');
	});

	test('treats two names as one key as soon as they are known to be the same', async () => {
		const numbers: Record<string, string> = {};
		const aliases = { version: 0, chatOf: (name: string) => numbers[name] ?? name };
		const queue = new KeyedQueue(aliases);
		const tasks = new Tasks();
		for (const name of ['@a', '1']) void queue.run(name, tasks.make(`first ${name}`));
		for (const name of ['1', '@a']) void queue.run(name, tasks.make(`second ${name}`));
		await settled();
		expect(tasks.events).toEqual(['first @a begins', 'first 1 begins']);
		numbers['@a'] = '1';
		aliases.version++;
		await tasks.end('first @a');
		expect(tasks.events.slice(2)).toEqual(['first @a ends']);
		await tasks.end('first 1');
		expect(tasks.events.slice(3)).toEqual(['first 1 ends', 'second 1 begins']);
		await tasks.end('second 1');
		expect(tasks.events.slice(5)).toEqual(['second 1 ends', 'second @a begins']);
		await tasks.end('second @a');
	});
});

describe('a semaphore', () => {
	test('lets a limited number of tasks start, and the others in the order of their arrival', async () => {
		const places = new Semaphore(2);
		const tasks = new Tasks();
		const all = ['a', 'b', 'c', 'd'].map(async (name) => await places.run(tasks.make(name)));
		await settled();
		expect(tasks.events).toEqual(['a begins', 'b begins']);
		expect([places.isFree, places.waiting]).toEqual([false, 2]);
		await tasks.end('b');
		expect(tasks.events.slice(2)).toEqual(['b ends', 'c begins']);
		await tasks.end('c');
		await tasks.end('a');
		await tasks.end('d');
		expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
		expect([places.isFree, places.waiting]).toEqual([true, 0]);
	});

	test('frees the place of a task that fails', async () => {
		const places = new Semaphore(1);
		const tasks = new Tasks();
		const failure = expect(places.run(tasks.make('a'))).rejects.toThrow('a');
		await settled();
		await tasks.fail('a');
		await failure;
		expect(places.isFree).toBe(true);
	});

	test('frees a place only once', async () => {
		const places = new Semaphore(1);
		const leave = await places.enter();
		leave();
		leave();
		await places.enter();
		expect(places.isFree).toBe(false);
	});
});
