import { linksOf } from '../update/content';
import type { Update } from '../update/update';

/** Where a link leads, as servers are asked for it. Undefined for a link that no server understands. */
function targetOf(link: string): URL | undefined {
	const address =
		/^[a-z][a-z0-9+.-]*:/i.test(link) && link.includes('://') ? link : `https://${link}`;
	return URL.canParse(address) ? new URL(address) : undefined;
}

const hostOf = ({ hostname }: URL) => hostname.toLowerCase().replace(/\.$/, '');

const withoutWww = (host: string) => host.replace(/^www\./, '');

/** A path as people compare it; what it does not decode to stays. */
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

/** What may follow an allowed path: more of it, or what is written without a blank behind an address. */
const PATH_END =
	/^(?:$|[/,;:!*'")\]}]|[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF])/;

/**
 * Whether a link is fine by one entry of the list: `example.com` with all that belongs to it, which
 * `*.example.com` and `.example.com` mean as well; or `t.me/mygroup`, this path of this host alone.
 */
function allowing(entry: string): (link: URL) => boolean {
	const target = targetOf(entry.replace(/^(?:[a-z]+:\/\/)?[*.]+/i, '').replace(/\/\*?$/, ''));
	if (!target) return () => false;
	const domain = withoutWww(hostOf(target));
	const path = pathOf(target);
	return (link) => {
		const host = withoutWww(hostOf(link));
		if (path === '/') return host === domain || host.endsWith(`.${domain}`);
		const own = pathOf(link);
		return host === domain && own.startsWith(path) && PATH_END.test(own.slice(path.length));
	};
}

/** The links of a message that lead elsewhere than to some domains and their subdomains, or some paths. */
export function linksElsewhere(update: Update, allowed: string[]): string[] {
	const links = linksOf(update);
	if (links.length === 0) return links;
	const fine = allowed.filter(Boolean).map(allowing);
	return links.filter((link) => {
		const target = targetOf(link);
		return !target || !fine.some((isFine) => isFine(target));
	});
}
