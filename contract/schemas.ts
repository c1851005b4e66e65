import * as z from 'zod/mini';

/** A decimal string of the wire: no exponent, no grouping (contract: Conventions, Money). */
export const decimal = z.string().check(z.regex(/^-?(?:0|[1-9]\d{0,59})(?:\.\d{1,30})?$/));

/** RFC 3339 in UTC. */
export const instant = z.iso.datetime();

/**
 * An address of the web that a page may link to. Anything else, `javascript:` above all, is read as null: it is no reason to show
 * nothing of what it stands on.
 */
export const webLink = z.catch(z.nullable(z.string().check(z.regex(/^https?:\/\/\S{1,2000}$/i))), null);

/** How many blocks are on a transaction, its own among them, and from how many on it is counted on. */
export const confirmations = z.object({ seen: z.int(), needed: z.int() });

/**
 * A status in an answer. A value that this version does not know becomes `unknown`,
 * so that a status of a newer server is shown as unknown instead of breaking the screen.
 */
export function status<const Values extends readonly string[]>(values: Values) {
  return z.catch(z.enum([...values, 'unknown'] as [...Values, 'unknown']), 'unknown' as const);
}

/** `{"data": …}`: what every successful answer is wrapped in. */
export function answer<Schema extends z.core.SomeType>(data: Schema) {
  return z.object({ data });
}
