import { MEGABYTE } from '../api/bytes';
import { AnswerError, TransportError, UserError } from '../api/errors';
import { ForeignError } from '../api/foreign';
import { ALLOW_IN_N8N } from './nodeErrors';
import type { RemoteFile } from './remoteFile';

const CHECK_ADDRESS = 'Check the URL: in a browser, it must open the file itself.';
const LOGIN =
	'The URL asks for a login, but the node downloads files without authentication. Download the file with an HTTP Request node that has the login, and set Source to Binary Field.';
const RUN_AGAIN = 'Nothing was sent. Run the node again later, or check the URL in a browser.';
const LATER = 'Nothing was sent. The URL may be right. Run the node again later.';
const IF_YOURS =
	'If it is your own server, and no stranger can choose the URL, add Allow Private Addresses under Additional Fields.';

const failed = ({ label }: RemoteFile, what: string, advice: string) =>
	new UserError(`${label}: ${what}`, advice, 'badFile');

/** For a file of more than `most` bytes. */
export const isTooLarge = (file: RemoteFile, most: number) =>
	failed(
		file,
		`the file at ${new URL(file.url).host} has more than ${Math.floor(most / MEGABYTE)} MB`,
		'Nothing was sent. Use the URL of a smaller file.',
	);

/** For an answer that is a page, such as that of a login, in place of the file. */
export const isWebPage = (file: RemoteFile) =>
	failed(
		file,
		`${new URL(file.url).host} returned a web page instead of the file`,
		`Nothing was sent. ${CHECK_ADDRESS}`,
	);

function answered(file: RemoteFile, host: string, code: number): UserError {
	if (code === 429) return failed(file, `${host} gets too many requests (HTTP 429)`, LATER);
	if (code >= 500) return failed(file, `${host} is busy or not working (HTTP ${code})`, LATER);
	const advice = [401, 403].includes(code) ? LOGIN : CHECK_ADDRESS;
	return failed(file, `${host} answered with HTTP ${code} instead of a file`, advice);
}

function notFollowed(file: RemoteFile, { reason, host }: ForeignError): UserError {
	switch (reason) {
		case 'private':
			return failed(
				file,
				`${host} is in a private network, and the node does not download files from there`,
				`Nothing was sent. ${IF_YOURS}`,
			);
		case 'unchecked':
			return failed(
				file,
				`this n8n cannot tell whether ${host} is in a private network`,
				`Nothing was sent. Update n8n to 2.38 or newer. ${IF_YOURS}`,
			);
		case 'redirects':
			return failed(file, `${host} answers with redirects that do not end`, CHECK_ADDRESS);
		case 'notHttp':
			return failed(file, 'it redirects to an address that is not http or https', CHECK_ADDRESS);
	}
}

/** The words for a fetch that did not work. They name the host only: an address may hold secrets. */
export function inWords(file: RemoteFile, error: unknown): unknown {
	if (error instanceof UserError) return error;
	const { host } = new URL(file.url);
	if (error instanceof AnswerError) return answered(file, host, error.code);
	if (error instanceof ForeignError) return notFollowed(file, error);
	if (!(error instanceof TransportError)) {
		return failed(file, `the file cannot be downloaded from ${host}`, CHECK_ADDRESS);
	}
	if (error.failure === 'cancelled') return error;
	if (error.failure === 'blocked') {
		const what = `n8n’s own protection (SSRF) does not let the node reach ${host}`;
		return failed(file, what, `Nothing was sent. ${ALLOW_IN_N8N}`);
	}
	const what = {
		refused: `${host} cannot be reached`,
		timeout: `${host} did not answer in time`,
		reset: `the connection to ${host} was interrupted`,
		unreadable: `${host} sent no file`,
		insecure: `${host} requires https`,
		noAddress: 'this is not an address',
	}[error.failure];
	return failed(file, what, RUN_AGAIN);
}
