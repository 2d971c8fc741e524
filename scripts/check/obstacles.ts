/** Ends the check: the rest is not tested, for this reason. */
export class Stopped extends Error {}

/** Something that a probe needs did not work: what it would have told is not tested. */
export class Unexpected extends Error {}

/** The answer tells nothing, because an earlier try may have worked: all of it once more may tell. */
export class Unclear extends Unexpected {}

/** For what is not needed: goes on without what has not worked. */
export function without(obstacle: unknown): undefined {
	if (!(obstacle instanceof Unexpected) || obstacle instanceof Unclear) throw obstacle;
	return undefined;
}
