/** Owns things of different kinds: one of each kind, made when it is first asked for. */
export class Owner {
	private readonly parts = new Map<unknown, unknown>();

	constructor(readonly id: string) {}

	part<T>(Kind: new () => T): T {
		if (!this.parts.has(Kind)) this.parts.set(Kind, new Kind());
		return this.parts.get(Kind) as T;
	}

	/** The next one of this kind begins with nothing. */
	forget(Kind: new () => unknown): void {
		this.parts.delete(Kind);
	}
}
