import * as z from 'zod/mini';
import { capped } from './rules.ts';

/** A parameter behind the `?`: a whole number from 1 to `most`, in plain digits. */
const counting = (most: number) =>
  z.pipe(
    capped(20, 'format').check(z.regex(/^[1-9]\d{0,8}$/, 'format')),
    z.pipe(z.transform(Number), z.number().check(z.maximum(most, 'too_large'))),
  );

/** Which part of a list is asked for (contract: Conventions): `page` from 1, `per_page` at most 100 and 20 unless told. */
export const pageSearch = {
  page: z._default(counting(100_000_000), 1),
  per_page: z._default(counting(100), 20),
};

/** Which part of a list an answer is, and how long the list is. */
export const pageMeta = z.object({ page: z.int(), per_page: z.int(), total: z.int() });

/** `{"data": […], "meta": {page, per_page, total}}`: what a list is wrapped in. */
export function pagedAnswer<Schema extends z.core.SomeType>(item: Schema) {
  return z.object({
    data: z.array(item),
    meta: pageMeta,
  });
}

/** One page of a list, and how many lines there are in all. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly page: number; readonly per_page: number; readonly total: number };
}
