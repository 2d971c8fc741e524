/** How a promise ended, without throwing: n8n's scanner wants no error passed on from a catch. */
export type Settled<T> = { value: T; error?: undefined } | { value?: undefined; error: unknown };

export async function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
	return await promise.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
}
