import type { MethodName } from '../../reference';
import { Refusal } from '../world/refusal';
import type { Store } from '../world/store';
import { ANSWER_RULES } from './answers';
import { ARRIVAL_RULES } from './arrivals';
import { FORMAT_RULES } from './formats';
import { REQUEST_RULES } from './requests';
import type { Arrived, Asked, Rule, Rules } from './rules';

const RULES: Rules = { ...ARRIVAL_RULES, ...REQUEST_RULES, ...FORMAT_RULES, ...ANSWER_RULES };

const TABLE = Object.entries(RULES) as Array<[keyof Rules, Record<string, Rule>]>;

/** The rules of the current dialect for a method; empty if it behaves as assumed. */
const rulesFor = ({ settings }: Store, name: MethodName): Rule[] =>
	TABLE.flatMap(([assumption, rules]) => rules[settings.dialect[assumption]] ?? []).filter(
		({ methods }) => methods?.includes(name) ?? true,
	);

/** Throws a Refusal if the dialect does not accept such a request. */
export function arrive(store: Store, call: Arrived): void {
	for (const rule of rulesFor(store, call.name)) rule.arrives?.(call);
}

/** Carries out a call as the dialect does. Throws a Refusal if the dialect refuses it. */
export async function inDialect(
	name: MethodName,
	call: Asked,
	run: () => unknown,
): Promise<unknown> {
	const rules = rulesFor(call.store, name);
	try {
		for (const rule of rules) rule.begins?.(call);
		const result = await run();
		return rules.reduce((answer, rule) => rule.succeeds?.(answer) ?? answer, result);
	} catch (refusal) {
		let answer: Refusal | { result: unknown } = refusal as Refusal;
		for (const rule of rules) {
			if (answer instanceof Refusal) answer = rule.fails?.(answer, call) ?? answer;
		}
		if ('result' in answer) return answer.result;
		throw answer;
	}
}
