import { METHODS, type MethodName, type MethodShape } from '../../reference';
import type { Settings } from '../world/entities';

/** Whether a server with these settings has a method, named as in the documentation. */
export function isOffered(
	name: MethodName,
	{ methods: preset, missingMethods }: Settings,
): boolean {
	if (missingMethods.includes(name)) return false;
	const { documented }: MethodShape = METHODS[name];
	return preset === 'all' || documented === 'reference' || documented === 'service';
}
