import { AjvCompiler } from '@fastify/ajv-compiler';

type BuildValidator = ReturnType<typeof AjvCompiler>;
type Compile = ReturnType<BuildValidator>;
type Validate = ((data: unknown) => unknown) & { errors?: unknown };

/**
 * Compiles a route's schema on its first request. Compiling all of them would take most of the start-up
 * time.
 */
export const buildLazyValidator = ((...given) => {
	const compile = AjvCompiler()(...given) as (route: unknown) => Validate;
	return ((route: unknown) => {
		let compiled: Validate | undefined;
		const validate: Validate = (data) => {
			compiled ??= compile(route);
			const isValid = compiled(data);
			validate.errors = compiled.errors;
			return isValid;
		};
		return validate;
	}) as Compile;
}) as BuildValidator;
