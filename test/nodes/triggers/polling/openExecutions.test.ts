import {
	OpenExecutions,
	type Watcher,
} from '../../../../nodes/BotMessaging/triggers/polling/openExecutions';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

let now = 0;
let executions: OpenExecutions;
beforeEach(() => {
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	executions = new OpenExecutions();
});
afterEach(() => jest.restoreAllMocks());

/** An execution whose end n8n does not report, and what was heard of it. */
function begin(mostMs = HOUR) {
	const heard: string[] = [];
	const note = (what: string) => () => void heard.push(what);
	const watcher: Watcher = {
		onStored: note('stored'),
		onLost: note('lost'),
		onOverdue: note('overdue'),
		onSilence: note('silence'),
	};
	const end = executions.begin(mostMs, watcher);
	return { heard, end };
}

/** So many executions that begin now, take this long and end. */
function others(count: number, ms = 0, isEnd = true): void {
	for (let n = 0; n < count; n++) {
		const { end } = begin();
		now += ms;
		end(isEnd);
	}
}

const after = (ms: number) => {
	now = ms;
	executions.check();
};

describe('by the time, an execution', () => {
	test('is stored after 30 seconds, and is told so once', () => {
		const { heard } = begin();
		after(30 * SECOND - 1);
		expect(heard).toEqual([]);
		after(30 * SECOND);
		after(40 * SECOND);
		expect(heard).toEqual(['stored']);
	});

	test('holds nothing up after its longest time, and is named then, once', () => {
		const { heard } = begin(60 * SECOND);
		after(60 * SECOND - 1);
		expect(heard).toEqual(['stored']);
		after(60 * SECOND);
		after(90 * SECOND);
		expect(heard).toEqual(['stored', 'overdue', 'silence']);
	});

	test('is not named if its end was reported', () => {
		const { heard, end } = begin(60 * SECOND);
		end(true);
		after(60 * SECOND);
		expect(heard).toEqual([]);
	});

	test('is named at its own time, whatever others do', () => {
		const [first, second] = [begin(SECOND), begin(2 * SECOND)];
		after(SECOND);
		expect([first.heard, second.heard]).toEqual([['overdue', 'silence'], []]);
	});
});

describe('by the executions that began later and have ended, an execution', () => {
	test('is stored after 50', () => {
		const { heard } = begin();
		others(49);
		expect(heard).toEqual([]);
		others(1);
		expect(heard).toEqual(['stored']);
	});

	test('is not, by those that were there before it, or whose end was none', () => {
		const earlier = Array.from({ length: 50 }, () => begin());
		const { heard } = begin();
		for (const { end } of earlier) end(true);
		others(50, 0, false);
		expect(heard).toEqual([]);
	});

	test('is counted once by each', () => {
		const { heard } = begin();
		const { end } = begin();
		for (let times = 0; times < 60; times++) end(true);
		expect(heard).toEqual([]);
	});

	test('is lost after 200, and holds nothing up after 450', () => {
		const { heard } = begin();
		others(199, 1);
		expect(heard).toEqual(['stored']);
		others(1, 1);
		expect(heard).toEqual(['stored', 'lost']);
		others(249, 1);
		expect(heard).toEqual(['stored', 'lost']);
		others(1, 1);
		expect(heard).toEqual(['stored', 'lost', 'overdue']);
	});

	test('is not lost before five times the longest of them, which counts less and less', () => {
		const { heard } = begin();
		others(1, 1000);
		others(249);
		// 1000 ms, and 0.999 of it with each of the others.
		after(3897);
		expect(heard).toEqual(['stored']);
		after(3898);
		expect(heard).toEqual(['stored', 'lost']);
	});

	test('that is lost holds its chat until n8n would have named it as cut off', () => {
		const { heard } = begin();
		others(200, 1);
		after(115 * SECOND - 1);
		expect(heard).toEqual(['stored', 'lost']);
		after(115 * SECOND);
		expect(heard).toEqual(['stored', 'lost', 'overdue']);
	});

	test('that is not lost holds its chat longer', () => {
		const { heard } = begin();
		after(200 * SECOND);
		expect(heard).toEqual(['stored']);
	});
});
