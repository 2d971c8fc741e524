/** Ends the check: the rest is not tested, for this reason. */
export class Stopped extends Error {}

/** Something that a probe needs failed, so its result is unknown. */
export class Unexpected extends Error {}

/** The answer is ambiguous, because an earlier attempt may have worked. A new run may tell. */
export class Unclear extends Unexpected {}

/** For what is only looked at: no clear answer tells nothing. */
export function ifClear(obstacle: unknown): undefined {
	if (!(obstacle instanceof Unexpected)) throw obstacle;
	return undefined;
}

/** For optional steps: continues if one fails. */
export function without(obstacle: unknown): undefined {
	if (!(obstacle instanceof Unexpected) || obstacle instanceof Unclear) throw obstacle;
	return undefined;
}
