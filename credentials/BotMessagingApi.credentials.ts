import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** SafeW's addresses by the value of Service: its documentation names both, in its newest edition the second. */
export const SAFEW_URLS = {
	safew: 'https://api.safew.org',
	safewBot: 'https://api.safew.bot',
};

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The service's address without trailing slashes, e.g. `https://api.safew.org`. */
export function baseUrl(credentials: ICredentialDataDecryptedObject): string {
	const { service, baseUrl: given } = credentials;
	if (service === 'other') return trimmed(given).replace(/\/+$/, '');
	return service === 'safewBot' ? SAFEW_URLS.safewBot : SAFEW_URLS.safew;
}

export interface WithToken {
	botToken?: unknown;
}

/**
 * The token, however it was pasted. A `bot` prefix is removed, since a token begins with the bot's
 * number (reference 2.1).
 */
export const tokenOf = ({ botToken }: WithToken = {}): string =>
	trimmed(botToken).replace(/^bot(?=\d)/i, '');

/** The text before the token in the path, by the value of Token Path. */
const PREFIXES: Record<string, string> = { bot: 'bot', botV1: 'bot/v1/', plain: '' };

/**
 * The part of the path that carries the token: `bot<token>`, or `<token>` if the server expects it
 * plain (reference 2.1). Characters that would end the segment are encoded.
 */
function tokenSegment(credentials: ICredentialDataDecryptedObject): string {
	const token = tokenOf(credentials).replace(/[%?#/\\]/g, encodeURIComponent);
	return `${PREFIXES[String(credentials.pathForm)] ?? 'bot'}${token}`;
}

/**
 * Whether the server has Telegram's own formats. A self-hosted server may have them at any address, so
 * the credential can say so.
 */
export function hasTelegramFormats(credentials: ICredentialDataDecryptedObject = {}): boolean {
	const { service, formats } = credentials;
	if (service !== 'other' || formats === 'safew') return false;
	const isTelegrams = /^https?:\/\/api\.telegram\.org(?:[:/]|$)/i.test(baseUrl(credentials));
	return formats === 'telegram' || isTelegrams;
}

/** Decodes codes such as `%40`. A percent sign stays encoded, because n8n decodes once more. */
const decoded = (text: string) => decodeURIComponent(text).replaceAll('%', '%25');

/**
 * Proxy URL for n8n's requests; nothing if it is empty. Throws if it is not a proxy's URL: n8n would
 * log it with the password and send the request without a proxy.
 */
export function proxyOf({
	proxySecretUrl,
}: ICredentialDataDecryptedObject): IHttpRequestOptions['proxy'] {
	const given = trimmed(proxySecretUrl);
	if (given === '') return undefined;
	const url = URL.canParse(given) ? new URL(given) : undefined;
	const isProxy = url && /^https?:$/.test(url.protocol);
	if (!isProxy || !/^\/?$/.test(url.pathname + url.search + url.hash)) {
		throw new Error('Invalid proxy');
	}
	const { protocol, hostname: host, port, username, password } = url;
	return {
		protocol: protocol.slice(0, -1),
		host,
		port: Number(port) || (protocol === 'https:' ? 443 : 80),
		...(username && { auth: { username: decoded(username), password: decoded(password) } }),
	};
}

const ONLY_HERE =
	'This credential works only in the Bot Messaging nodes. For a method without an operation, use Bot > Any Method there.';

/**
 * Puts address and token around a relative URL: `/getMe` becomes `<base>/bot<token>/getMe`, and
 * `/file/<path>` becomes `<base>/file/bot<token>/<path>`. The nodes never see the token.
 */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const path = requestOptions.url;
	// HTTP Request uses another property for its address. The token must never go to an address of a workflow.
	if (path === undefined) throw new Error(ONLY_HERE);
	// After a 401, n8n authenticates the same request again and resends it.
	if (!path.startsWith('/')) return requestOptions;
	const [prefix, rest] = path.startsWith('/file/') ? ['/file', path.slice(5)] : ['', path];
	const options = { ...requestOptions };
	delete options.baseURL;
	return {
		...options,
		url: `${baseUrl(credentials)}${prefix}/${tokenSegment(credentials)}${rest}`,
		skipSslCertificateValidation:
			credentials.service === 'other' && credentials.ignoreSslIssues === true,
		proxy: proxyOf(credentials),
	};
}

export class BotMessagingApi implements ICredentialType {
	name = 'botMessagingApi';

	displayName = 'Bot Messaging (SafeW) API';

	icon = {
		light: 'file:../nodes/BotMessaging/botMessaging.svg',
		dark: 'file:../nodes/BotMessaging/botMessaging.dark.svg',
	} as const;

	documentationUrl =
		'https://github.com/n8n-nodes-bot-messaging/n8n-nodes-bot-messaging/blob/main/docs/install.md#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Bot Token',
			name: 'botToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'e.g. 123456789:AAExample',
			description:
				'The token of your bot. The bot assistant of the service gives it to you when you create a bot with /newbot.',
		},
		{
			displayName: 'Service',
			name: 'service',
			type: 'options',
			options: [
				{ name: 'Other', value: 'other', description: 'Another server with the same API' },
				{ name: 'SafeW (api.safew.bot)', value: 'safewBot' },
				{ name: 'SafeW (api.safew.org)', value: 'safew' },
			],
			default: 'safew',
			description:
				'The service of your bot. SafeW has two addresses for the same bots: if one cannot be reached, try the other.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			displayOptions: { show: { service: ['other'] } },
			description: 'The address of the server, without the token or a method name',
		},
		{
			displayName: 'Formats',
			name: 'formats',
			type: 'options',
			options: [
				{
					name: 'By Address',
					value: 'auto',
					description: 'SafeW’s, unless the address is known for others',
				},
				{ name: 'Other', value: 'telegram', description: 'With the tags tg-spoiler and tg-emoji' },
				{ name: 'SafeW’s', value: 'safew' },
			],
			default: 'auto',
			displayOptions: { show: { service: ['other'] } },
			description:
				'How the server writes spoilers, emoji, links to people and quotes that can be expanded',
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			displayOptions: { show: { service: ['other'] } },
			description:
				'Whether to connect even if the SSL certificate cannot be validated. Use this only for your own server.',
		},
		{
			displayName: 'Proxy URL',
			// n8n's scanner requires this kind of name for a hidden field.
			name: 'proxySecretUrl',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. http://user:password@proxy.example.com:3128',
			description:
				'The HTTP proxy for the requests of this bot. Leave empty to use the proxy of n8n, if it has one.',
		},
		{
			displayName: 'Token Path',
			name: 'pathForm',
			type: 'options',
			options: [
				{ name: 'With Bot Prefix', value: 'bot', description: 'As in /bot&lt;token&gt;/getMe' },
				{
					name: 'With Bot/V1 as Folders',
					value: 'botV1',
					description: 'As in /bot/v1/&lt;token&gt;/getMe',
				},
				{ name: 'Without Prefix', value: 'plain', description: 'As in /&lt;token&gt;/getMe' },
			],
			default: 'bot',
			description:
				'How the server expects the token in the URL. Nearly all servers use the bot prefix. The test of the credential says if another choice works.',
		},
	];

	authenticate: IAuthenticate = authenticate;
}
