/** What is expected of a file at an address. */
export interface Expected {
	/** The name to upload it under; without it, the one that its server gives it. */
	fileName?: string;
	/** Bytes: a larger one is not sent. */
	most: number;
	/** Whether it may be a web page, if it is named as one. */
	mayBePage: boolean;
	/** Whether it may come from a private network. */
	allowPrivate: boolean;
}

/** Takes the place of the file at this address, which is fetched again for each attempt. */
export class RemoteFile {
	constructor(
		/** A whole http or https address. */
		readonly url: string,
		/** The form field that holds it. */
		readonly label: string,
		readonly expected: Expected,
	) {}
}
