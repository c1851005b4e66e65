import * as z from 'zod/mini';
import { capped } from './rules.ts';
import { givenId } from './textRules.ts';

/** A whole number from 1 to `most`, in plain digits. */
const counting = (most: number) =>
  z.pipe(
    capped(20, 'format').check(z.regex(/^[1-9]\d{0,8}$/, 'format')),
    z.pipe(z.transform(Number), z.number().check(z.maximum(most, 'too_large'))),
  );

/** The page of a list (contract: Conventions): `page` from 1, `per_page` at most 100, by default 20. */
export const pageSearch = {
  page: z._default(counting(100_000_000), 1),
  per_page: z._default(counting(100), 20),
};

/** The page of an answer, and the length of the whole list. */
export const pageMeta = z.object({ page: z.int(), per_page: z.int(), total: z.int() });

/** `{"data": […], "meta": {page, per_page, total}}`: the format of a page of a list. */
export function pagedAnswer<Schema extends z.core.SomeType>(item: Schema) {
  return z.object({
    data: z.array(item),
    meta: pageMeta,
  });
}

/** A page of a list, and the number of all lines. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly page: number; readonly per_page: number; readonly total: number };
}

/**
 * The page of a list that changes while it is read: the lines after the one with this ID, or the first ones. No line is repeated or left out
 * because of other lines' changes.
 */
export const keysetSearch = {
  after: z.optional(givenId),
  per_page: z._default(counting(100), 50),
};

/** `{"data": […], "meta": {"next": …}}`: `next` is the `after` of the next page, null at the end of the list. */
export function keysetAnswer<Schema extends z.core.SomeType>(item: Schema) {
  return z.object({
    data: z.array(item),
    meta: z.object({ next: z.nullable(z.string()) }),
  });
}

/** The same for a list with numbered lines: `after` is the number of the last line. */
export const numberSearch = {
  after: z.optional(capped(18, 'format').check(z.regex(/^[1-9]\d*$/, 'format'))),
  per_page: keysetSearch.per_page,
};

/** A page of such a list. */
export interface KeysetPage<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly next: string | null };
}

/** A position in a list that is ordered by time and id: `2026-11-20T09:00:00.000Z_6f1f3d5e-…`. It stays valid when the line is gone. */
const listPosition = capped(61, 'format').check(
  z.regex(
    /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
    'format',
  ),
);

/** The same for a list whose lines move: `after` is the `next` of the previous page. */
export const positionSearch = { after: z.optional(listPosition), per_page: keysetSearch.per_page };
