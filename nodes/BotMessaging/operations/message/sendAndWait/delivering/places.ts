/** Runs so many tasks at once, and the others in the order in which they came. */
export class Places {
	private underWay = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(private readonly most: number) {}

	async run<T>(task: () => Promise<T>): Promise<T> {
		if (this.underWay < this.most) this.underWay++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		return await task().finally(() => {
			const next = this.waiting.shift();
			if (next) next();
			else this.underWay--;
		});
	}
}
