import * as z from 'zod/mini';
import { countryCodes } from './countries.ts';

/**
 * The names of the validation rules: problems have them in `fields`, and the app uses them as locale keys. `too_small` and `too_large`: a
 * number outside its bounds; `too_many_decimals`: an amount finer than its token's smallest unit; `ambiguous`: an amount that can be read in
 * two ways, `1,234.5`; `insufficient`: more than is available; `own_limit`: more than the person's own limit; `checksum`: an address with
 * wrong capitals; `own`: the person's own address; `closed`: the address of a closed account; `internal`: the address of an account here, where only an outside one is taken; `clock_skew`: a code of another moment, as from a device with a wrong clock; `expired`: no
 * longer valid; `used`: valid once, and used; `signature`: does not match what was signed; `domain`, `issuer`, `audience`: a proof for another
 * site, by another issuer, or for another application; `not_found`: no person that may be found has this name; `order`: the last day is before
 * the first; `characters`: control characters, NUL, or half of a surrogate pair; `unknown`: a field that the call does not have; `file_type`:
 * a file of a wrong type, or of another type than its name says; `two_types`: a file that other programs take for another type; `verified`:
 * proved by documents, so that it cannot be changed any more; `active_content`: a document with scripts, actions or embedded files, or with
 * parts that cannot be checked; `encrypted`: a document with a password; `harmful`: a scanner found malware; `too_many_files`: the person has
 * too many files that are attached to nothing; `storage_full`: the person has too many stored files; `conversation_full`: the ticket takes no
 * more messages; `common`: one of the most common passwords; `throttled`: requested too often; `unreadable`: damaged or incomplete;
 * `too_many_pixels`: a picture that is too large to be decoded.
 */
export const ruleNames = [
  'required',
  'format',
  'characters',
  'too_short',
  'too_long',
  'letters_only',
  'uppercase',
  'lowercase',
  'digit',
  'mismatch',
  'in_future',
  'underage',
  'taken',
  'too_small',
  'too_large',
  'too_many_decimals',
  'ambiguous',
  'insufficient',
  'own_limit',
  'checksum',
  'own',
  'contract',
  'closed',
  'internal',
  'file_type',
  'file_too_large',
  'two_types',
  'active_content',
  'encrypted',
  'harmful',
  'too_many_files',
  'storage_full',
  'conversation_full',
  'common',
  'unreadable',
  'too_many_pixels',
  'verified',
  'expired',
  'used',
  'clock_skew',
  'signature',
  'domain',
  'issuer',
  'audience',
  'not_found',
  'order',
  'unknown',
  'throttled',
] as const;
export type Rule = (typeof ruleNames)[number];

/** Field name → the first rule it breaks. */
export type FieldErrors = Readonly<Record<string, Rule>>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/u;
export const printable = (text: string) => !unprintable.test(text);

/** The length in code points, which is close to what a person counts, not in UTF-16 units. */
export const length = (text: string) => [...text].length;

/**
 * A text as received, of at most `most` characters; `missing` is the rule for anything but text. Every text field starts with this check,
 * which ends all checks of a longer text: nothing trims, normalizes or matches a text before its length is known.
 */
export function capped(most: number, missing: Rule = 'required') {
  const fits = (text: string) => text.length <= most || (text.length <= 2 * most && length(text) <= most);
  const cap = z.refine<string>(fits, { error: 'too_long', abort: true, params: { most } });
  // `maxLength` of JSON Schema also counts characters.
  cap._zod.onattach.push(({ _zod: { bag } }) => {
    bag.maximum = Math.min(most, typeof bag.maximum === 'number' ? bag.maximum : most);
  });
  return z.string(missing).check(cap);
}

/**
 * No language uses more than thirty combining marks in a row (Stream-Safe Text Format, UAX #15 section 13). Longer runs take quadratic time to
 * normalize.
 */
const longestMarks = /\p{M}{31}/u;
export const composable = z.refine<string>((text) => !longestMarks.test(text), {
  error: 'characters',
  abort: true,
});

/** One line of text of at most `most` characters as it came, without control characters, trimmed, in Unicode form NFC. */
export function line(most: number) {
  return capped(most).check(composable, z.trim(), z.normalize('NFC'), z.refine(printable, 'characters'));
}

export const atLeast = (count: number) => z.refine<string>((text) => length(text) >= count, 'too_short');
// Ends the checks, so that no pattern runs over a text of unlimited length.
export const under = (count: number) =>
  z.refine<string>((text) => length(text) < count, { error: 'too_long', abort: true });
export const present = z.minLength(1, 'required');

// One @, no spaces, a dotted domain without empty labels and without labels that begin or end with a dash. RFC 5322 allows more, but mail needs no
// more.
const emailForm =
  /^[^\s@"(),:;<>[\\\]]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u;

/** Spec section 5: valid format, at least 5 and under 255 characters. Kept in lower case. */
export const email = line(254).check(
  present,
  z.toLowerCase(),
  atLeast(5),
  under(255),
  z.regex(emailForm, 'format'),
);

/** Spec section 5: at least 6 and under 128 characters, with an uppercase letter, a lowercase letter and a digit. */
export const newPassword = capped(127).check(
  present,
  z.refine(printable, 'characters'),
  atLeast(6),
  z.regex(/\p{Lu}/u, 'uppercase'),
  z.regex(/\p{Ll}/u, 'lowercase'),
  z.regex(/\p{Nd}/u, 'digit'),
);

/** A form that sets a password, typed twice, with the form's other fields before it. */
export function passwordWithConfirmation<Fields extends Readonly<Record<string, z.ZodMiniType>>>(
  fields: Fields,
) {
  return z
    .strictObject({
      ...fields,
      password: newPassword,
      password_confirmation: capped(127).check(present),
    })
    .check(
      z.refine(hasSamePasswords, {
        path: ['password_confirmation'],
        error: 'mismatch',
        // Reported together with the errors of other fields, once both passwords can be compared.
        when: ({ value }) => hasBothPasswords(value),
      }),
    );
}

const hasSamePasswords = (form: Partial<BothPasswords>) => form.password === form.password_confirmation;

interface BothPasswords {
  readonly password: unknown;
  readonly password_confirmation: unknown;
}

function hasBothPasswords(form: unknown): form is BothPasswords {
  return (
    typeof form === 'object' &&
    form !== null &&
    'password' in form &&
    'password_confirmation' in form &&
    form.password_confirmation !== ''
  );
}

/** A password at sign-in. Checks only what every password satisfies, so that a new rule never locks out an old password. */
export const currentPassword = capped(127).check(present);

/** A typed second factor: six digits of an authenticator app, or a recovery code. Ignores spaces, dashes and capitals. */
export const typedFactor = capped(40, 'format').check(
  z.overwrite((text) => text.replace(/[\s-]/g, '').toLowerCase()),
  z.regex(/^(?:\d{6}|[a-z2-7]{24})$/, 'format'),
);

/** Spec section 5: 2 to under 50 characters, letters only (of any script, with their combining marks). */
export const personName = line(50).check(
  present,
  atLeast(2),
  under(50),
  z.regex(/^[\p{L}\p{M}]*$/u, 'letters_only'),
);

/** Letters, digits, `.`, `_` and `-`, starting and ending with a letter or digit; unique ignoring case. */
export const username = line(50).check(
  present,
  under(31),
  atLeast(3),
  z.regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/, 'format'),
);

/** Spec section 5: like +1234567890 (E.164). Removes spaces, dashes, dots and brackets between the digits. */
export const phone = line(50).check(
  present,
  under(40),
  z.overwrite((text) => text.replace(/[\s().-]/g, '')),
  z.regex(/^\+[1-9]\d{6,14}$/, 'format'),
);

/** ISO 3166-1 alpha-2. */
export const country = line(10).check(
  present,
  z.refine((code) => countryCodes.includes(code), 'format'),
);

/** A calendar date `YYYY-MM-DD` that exists, not before 1900. */
export const calendarDate = line(20).check(
  present,
  z.refine((text) => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900-01-01') return false;
    const date = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  }, 'format'),
);

/** Spec section 5: a date of birth is not in the future and makes the person at least 18 on `today` (`YYYY-MM-DD`). */
export function dateOfBirth(today: string) {
  const eighteenYearsAgo = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;
  return calendarDate.check(
    z.refine((date) => date <= today, 'in_future'),
    // On 28 February of a common year someone born on 29 February is still 17.
    z.refine((date) => date <= eighteenYearsAgo, 'underage'),
  );
}

/** A sentence that somebody will read. */
export const note = line(1_000).check(present, under(500));

export const tokenForm = z.regex(/^[A-Z0-9]{1,12}(?:\.[0-9A-F]{6})?$/, 'format');

/** Spec section 5: agreement to terms is required. */
export const terms = z.literal(true, 'required');

/** Checks `value` and answers the parsed value (trimmed, normalized), or the first broken rule of each field. */
export function checkFields<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): { ok: true; value: z.core.output<Schema> } | { ok: false; fields: FieldErrors } {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fields = fieldErrors(parsed.error);
  // zod skips rules between fields when a field has failed.
  const isMismatch = hasBothPasswords(value) && !hasSamePasswords(value);
  return { ok: false, fields: isMismatch ? { password_confirmation: 'mismatch', ...fields } : fields };
}

function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const fields: Record<string, Rule> = {};
  for (const issue of error.issues) {
    // An unknown member inside a field is an error of that field.
    const isTop = issue.code === 'unrecognized_keys' && issue.path.length === 0;
    const names = isTop ? issue.keys : [String(issue.path[0] ?? '')];
    for (const name of names) fields[name] ??= ruleOf(issue);
  }
  return fields;
}

function ruleOf(issue: z.core.$ZodIssue): Rule {
  if (issue.code === 'unrecognized_keys') return 'unknown';
  return ruleNames.find((rule) => rule === issue.message) ?? 'format';
}
