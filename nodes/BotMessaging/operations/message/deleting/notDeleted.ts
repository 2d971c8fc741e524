import { meaningOfFailed, type Deletion } from './deletions';

/** A server that puts numbers into its reasons gives many different ones. */
const MOST_REASONS = 3;

const numbered = (count: number) => count.toLocaleString('en-US');

/** Each reason with its count, the most frequent first. */
function reasonsIn(failed: Deletion[]): Array<[reason: string, count: number]> {
	const counts = new Map<string, number>();
	for (const { description } of failed) {
		const reason = description || 'no reason given';
		counts.set(reason, (counts.get(reason) ?? 0) + 1);
	}
	return [...counts].sort(([, a], [, b]) => b - a);
}

/** Tells the user about messages that were not deleted, and what to do about most of them. */
export function notDeleted(outcomes: Deletion[]): string[] {
	const failed = outcomes.filter(({ outcome }) => outcome === 'failed');
	const unknown = outcomes.filter(({ outcome }) => outcome === 'unknown');
	const some = ({ length }: Deletion[], verb: string) =>
		outcomes.length === 1
			? `The message was ${verb}`
			: `${numbered(length)} of ${numbered(outcomes.length)} messages were ${verb}`;
	const notices: string[] = [];
	const reasons = reasonsIn(failed);
	const [mostFrequent] = reasons;
	if (mostFrequent) {
		const named = reasons.map(([reason, count]) =>
			reasons.length === 1 ? reason : `${reason} (${numbered(count)})`,
		);
		if (named.splice(MOST_REASONS).length > 0) named.push('and other reasons');
		const { hint } = meaningOfFailed(mostFrequent[0]);
		notices.push(`${some(failed, 'not deleted')}: ${named.join(', ')}. ${hint}`);
	}
	if (unknown.length > 0) {
		notices.push(`${some(unknown, 'perhaps not deleted')}: the server did not say.`);
	}
	return notices;
}
