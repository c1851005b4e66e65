import type { Call } from '../../contract/call.ts';

const modules: Record<string, Record<string, unknown>> = import.meta.glob('../../contract/*.ts', {
  eager: true,
});

/** Every call of the contract, the operator's too, by its method and path. */
export const everyCall: readonly (readonly [string, Call])[] = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isCall)
  .map((call) => [`${isOperators(call) ? 'operator ' : ''}${call.method} ${call.path}`, call]);

/** Whether a call is answered on the operator's address. */
export function isOperators({ access }: Call): boolean {
  return access === 'operator' || access === 'operatorLogin';
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
