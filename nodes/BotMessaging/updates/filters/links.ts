import { linksOf } from '../content';
import type { Update } from '../update';

/** The host that a link leads to, as servers are asked for it; empty where it has none. */
function hostOf(link: string): string {
	const address =
		/^[a-z][a-z0-9+.-]*:/i.test(link) && link.includes('://') ? link : `https://${link}`;
	if (!URL.canParse(address)) return '';
	return new URL(address).hostname.toLowerCase().replace(/\.$/, '');
}

/** The links of a message that lead elsewhere than to some domains and their subdomains. */
export function linksElsewhere(update: Update, domains: string[]): string[] {
	const fine = domains.map((domain) => hostOf(domain).replace(/^www\./, ''));
	return linksOf(update).filter((link) => {
		const host = hostOf(link);
		return !fine.some((domain) => domain && (host === domain || host.endsWith(`.${domain}`)));
	});
}
