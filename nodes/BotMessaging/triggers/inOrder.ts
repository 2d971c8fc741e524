/** Runs work of the same name one after the other, in the order in which it was given. */
export class InOrder {
	private readonly last = new Map<string, Promise<unknown>>();

	async run<T>(name: string, work: () => Promise<T>): Promise<T> {
		const result = (this.last.get(name) ?? Promise.resolve()).then(work);
		const over = result.catch(() => {});
		this.last.set(name, over);
		// The last one to come clears up.
		void over.then(() => this.last.get(name) === over && this.last.delete(name));
		return await result;
	}
}
