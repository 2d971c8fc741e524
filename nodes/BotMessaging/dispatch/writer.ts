import { REACTION } from '../moderation/counts';
import type { Findings } from '../moderation/findings';
import { compileRules, type RuleMemory, type Rules } from '../moderation/rules';
import type { Subscription } from '../memory/registry';
import type { Server } from '../memory/server';
import { Context, type UpdateParts } from '../update/context';

export type WrittenBy = 'administrators' | 'others';

const LEFT_OUT = 'Filters > Written By';

/** The same message as if it were written in another chat. */
function writtenIn(chatId: unknown, { raw, message, doer }: Context): Context {
	// A private chat has the number of its person.
	const type = String(chatId) === String(doer.id) ? 'private' : 'supergroup';
	const { update_id } = raw;
	return new Context({ update_id, message: { ...message, chat: { id: chatId, type } } });
}

/** The other chats with copies of a message that this one lists. */
function chatsIn({ sameText }: Findings, { chat }: Context): unknown[] {
	const chats = (sameText?.messages ?? []).map(({ chatId }) => chatId);
	return [...new Set(chats)].filter((chatId) => chatId !== chat.id);
}

/**
 * Combines the rules and the filter Written By: what is found about an update, or the field of the form that
 * leaves it out. The server is asked who the administrators are only if a message breaks a rule, or if no rule
 * judges it. So a message counts before it is known who wrote it. It is taken back if that is not a person
 * whom the filter means, or if the server does not say: the workflow may punish people. Throws UserError.
 */
export function compileWriter(writtenBy: WrittenBy | undefined, rules: Rules) {
	const judgeByRules = compileRules(rules);
	// A person who joins counts for the raid, also if an administrator added them: it must be known before.
	const mustKnow = ({ bringsMessage, joined, doer }: Context) =>
		rules.raidJoins !== undefined &&
		bringsMessage &&
		joined.some(({ id }) => String(id) !== String(doer.id));

	async function judge(
		parts: UpdateParts,
		memory: RuleMemory,
		isMeant: (update: Context) => Promise<boolean>,
	): Promise<Findings | string> {
		const [update] = parts;
		for (;;) {
			const findings = judgeByRules(parts, memory);
			if (!findings) return 'Rules';
			const isLeftOut = !(await isMeant(update));
			const elsewhere: unknown[] = [];
			for (const chatId of isLeftOut ? [] : chatsIn(findings, update)) {
				if (!(await isMeant(writtenIn(chatId, update)))) elsewhere.push(chatId);
			}
			if (!isLeftOut && elsewhere.length === 0) return findings;
			memory.takeBack(parts, findings, elsewhere);
			if (isLeftOut) return LEFT_OUT;
		}
	}

	return async (
		parts: UpdateParts,
		{ subscription, server }: { subscription: Subscription; server: Server },
	) => {
		const { members } = subscription.bot;
		const [update] = parts;
		const isCounted = rules.floodReactions === true && update.kind === REACTION;
		if (!writtenBy || !(update.bringsMessage || update.isPress || isCounted)) {
			return judgeByRules(parts, subscription.rules) ?? 'Rules';
		}
		const fits = (is: boolean | undefined) => is === (writtenBy === 'administrators');
		const isMeant = async (one: Context) => fits(await members.isByAdministrator(one, server));
		const known = members.isKnownByAdministrator(update);
		if (known !== undefined && !fits(known)) return LEFT_OUT;
		if (mustKnow(update) && !(await isMeant(update))) return LEFT_OUT;
		return await judge(parts, subscription.rules, isMeant);
	};
}
