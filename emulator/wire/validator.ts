import { AjvCompiler } from '@fastify/ajv-compiler';

type BuildValidator = ReturnType<typeof AjvCompiler>;
type Compile = ReturnType<BuildValidator>;
type Validate = ((data: unknown) => unknown) & { errors?: unknown };

/**
 * Compiles the schema of a route at its first request. A start compiles none, which would be most of
 * what it costs.
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
