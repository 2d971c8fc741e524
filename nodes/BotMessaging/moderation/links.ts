import { BETWEEN } from './spelling';

/** The target of a link as servers are asked for it; undefined if no server would understand it. */
function targetOf(link: string): URL | undefined {
	const address =
		/^[a-z][a-z0-9+.-]*:/i.test(link) && link.includes('://') ? link : `https://${link}`;
	return URL.canParse(address) ? new URL(address) : undefined;
}

const hostOf = ({ hostname }: URL) => hostname.toLowerCase().replace(/\.$/, '');

const withoutWww = (host: string) => host.replace(/^www\./, '');

/** A path as people compare it; undecodable parts stay. */
function pathOf({ pathname }: URL): string {
	const path = pathname.replace(/%[\da-f]{2}(?:%[\da-f]{2})*/gi, (coded) => {
		try {
			return decodeURIComponent(coded);
		} catch {
			return coded;
		}
	});
	return path.toLowerCase();
}

/** What may follow an allowed path: a longer path, or text without a space after an address. */
const PATH_END =
	/^(?:$|[/,;:!*'")\]}]|[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF])/;

/**
 * A list of websites: `example.com` includes its subdomains, as do `*.example.com` and `.example.com`;
 * `t.me/mygroup` is only this path of this host.
 */
export class LinkList {
	private readonly domains = new Set<string>();
	/** By host. */
	private readonly paths = new Map<string, string[]>();

	constructor(list: string) {
		for (const entry of list.split(BETWEEN).filter(Boolean)) this.add(entry);
	}

	has(link: string): boolean {
		const target = targetOf(link);
		if (!target) return false;
		const host = withoutWww(hostOf(target));
		const labels = host.split('.');
		if (labels.some((_label, at) => this.domains.has(labels.slice(at).join('.')))) return true;
		const path = pathOf(target);
		const isBelow = (own: string) => path.startsWith(own) && PATH_END.test(path.slice(own.length));
		return this.paths.get(host)?.some(isBelow) ?? false;
	}

	private add(entry: string): void {
		const target = targetOf(entry.replace(/^(?:[a-z]+:\/\/)?[*.]+/i, '').replace(/\/\*?$/, ''));
		if (!target) return;
		const host = withoutWww(hostOf(target));
		const path = pathOf(target);
		if (path === '/') this.domains.add(host);
		else if (this.paths.has(host)) this.paths.get(host)!.push(path);
		else this.paths.set(host, [path]);
	}
}

const MESSENGERS = /^(?:discord\.gg|chat\.whatsapp\.com|signal\.group)$/;

/** Whether a link invites people to a chat. `t.me/+` can also precede a phone number. */
export function isInvitation(link: string): boolean {
	if (/^tg:\/\/join\b/i.test(link)) return true;
	const target = targetOf(link);
	if (!target) return false;
	const path = pathOf(target);
	if (MESSENGERS.test(hostOf(target))) return path.length > 1;
	return /^\/(?:\+(?!\d+(?:$|\/))|joinchat\/|invite\/)[\w-]/.test(path);
}
