import type { Call } from '../../contract/call.ts';

const modules: Record<string, Record<string, unknown>> = import.meta.glob('../../contract/*.ts', {
  eager: true,
});

/** Every call of the contract, the operator's too, by its method and path. */
export const everyCall: readonly (readonly [string, Call])[] = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isCall)
  .map((call) => [`${call.access === 'operator' ? 'operator ' : ''}${call.method} ${call.path}`, call]);

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
