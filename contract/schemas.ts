import * as z from 'zod/mini';

/** A decimal string of the wire: no exponent, no grouping (contract: Conventions, Money). */
export const decimal = z.string().check(z.regex(/^-?(?:0|[1-9]\d{0,59})(?:\.\d{1,30})?$/));

/** RFC 3339 in UTC. */
export const instant = z.iso.datetime();

/** A web address for a link. Anything else, above all `javascript:`, is read as null, because an invalid link should not prevent showing the rest. */
export const webLink = z.catch(z.nullable(z.string().check(z.regex(/^https?:\/\/\S{1,2000}$/i))), null);

/** The number of blocks on a transaction, including its own, and how many it needs to count as final. */
export const confirmations = z.object({ seen: z.int(), needed: z.int() });

/** A status in an answer. A value that this version does not know is read as `unknown`, so that it can be shown instead of breaking the screen. */
export function status<const Values extends readonly string[]>(values: Values) {
  return z.catch(z.enum([...values, 'unknown'] as [...Values, 'unknown']), 'unknown' as const);
}

/** `{"data": …}`: the format of every successful answer. */
export function answer<Schema extends z.core.SomeType>(data: Schema) {
  return z.object({ data });
}
