/** Rules of the fields that nobody fills in before they are logged in: the first page does not load them. */
import * as z from 'zod/mini';
import {
  atLeast,
  calendarDate,
  capped,
  composable,
  length,
  line,
  present,
  printable,
  tokenForm,
  under,
} from './rules.ts';

/** A day to search for: nothing here is older than 1970, and dates after 2999 are refused. */
export const searchedDay = calendarDate.check(
  z.refine((text) => text >= '1970-01-01' && text <= '2999-12-31', 'format'),
);

/** A moment given by a caller, RFC 3339 in UTC, between 1970 and 2999. */
export const givenInstant = capped(40, 'format').check(
  z.iso.datetime('format'),
  z.refine((text) => text >= '1970' && text < '3', 'format'),
);

/**
 * The recipient of a payment: an address, or the email address or username of an account here. A text that begins like an address must have
 * the length of one; `readRecipient` tells which of the three it is.
 */
export const recipientText = line(255).check(
  present,
  under(255),
  z.refine((text) => length(text) >= (/^0x/i.test(text) ? 10 : 3), 'too_short'),
);

/** Spec section 5: an address has 10 to under 255 characters. */
export const postalAddress = line(255).check(present, under(255), atLeast(10));

export const city = line(100).check(present, under(100));

/** Letters and digits of any script, with spaces and hyphens between them. */
export const zipCode = line(50).check(
  present,
  under(21),
  z.regex(/^[\p{L}\p{N}](?:[\p{L}\p{N} -]*[\p{L}\p{N}])?$/u, 'format'),
);

/** Several lines of text: line breaks stay, other control characters are refused. */
export const paragraphs = capped(10_000).check(
  composable,
  z.trim(),
  present,
  under(5_001),
  z.normalize('NFC'),
  z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
  z.refine((text) => printable(text.replace(/[\n\t]/g, ' ')), 'characters'),
);

export const subject = line(200).check(present, under(151), atLeast(3));

/** The symbol of a token, or `*` for all tokens. */
export const stoppableToken = capped(19).check(
  present,
  z.regex(/^(?:\*|[A-Z0-9]{1,12}(?:\.[0-9A-F]{6})?)$/, 'format'),
);

/** The same in a path, in any case, because people type addresses by hand. */
export const pathSymbol = capped(19).check(z.toUpperCase(), tokenForm);

/** A search text for a list. */
export const searchText = line(199);

/** The value of an `{id}` or a `{key}` in a path: a UUID of any version, in lower case. */
export const pathId = capped(36).check(
  z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, 'format'),
  z.toLowerCase(),
);

/** A whole number from 1 in a path, in plain digits. */
export const pathNumber = capped(15).check(z.regex(/^[1-9]\d{0,14}$/, 'format'));

export const onePathId = z.object({ id: pathId });

/** An amount in the format of the wire. The call checks whether it is valid for its token. */
export const amountText = capped(60).check(present);

/** Spec section 5: a payment address has 10 to under 255 characters. The network's rules decide whether it is valid. */
export const walletAddress = line(255).check(present, under(255), atLeast(10));

/** An optional text: a blank one counts as null. */
export function emptiable<Schema extends z.core.$ZodType<string, string>>(schema: Schema) {
  const blankToNull = z.transform((text: string) => (text.trim() === '' ? null : text));
  return z.nullable(z.pipe(capped(255), z.pipe(blankToNull, z.nullable(schema))));
}

/**
 * The symbol of any token, listed or not. It is the ticker, or for a later token with the same ticker also six digits of its contract:
 * `USDT.4FABB1`.
 */
export const tokenSymbol = capped(19).check(present, tokenForm);

/** The id of an existing item, in a body. */
export const givenId = capped(36, 'format').check(z.uuid('format'));

/** A name or title. */
export const title = line(100).check(present, under(64));

/** Invisible characters: direction marks, which change how others are displayed, and letters and spaces that show nothing. */
const unseen =
  /[\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]/u;

/** One line of at most `most` characters, none of them invisible. */
export const seen = (most: number) =>
  line(2 * most).check(
    z.refine((text: string) => [...text].length <= most, { error: 'too_long', abort: true }),
    z.refine((text: string) => !unseen.test(text), 'characters'),
  );

/** The name of a passkey. One that is not seen, or that reads as another, would be passed over in the list. */
export const passkeyName = seen(63).check(present);
