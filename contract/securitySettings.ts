import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { parseMoney, printMoney } from './money.ts';
import { answer, instant } from './schemas.ts';
import { amountText, emptiable, seen } from './textRules.ts';
import { valueToken } from './tokens.ts';

/** The shortest and longest wait for new addresses that a person may set, in hours. */
export const addressWaits = { shortest: 24, longest: 168 } as const;

/** The longest settings lock, in days. */
export const longestLock = 30;

/** The maximum length of an anti-phishing phrase. */
const longestPhrase = 40;

/** Above every supply, so that no meaningful value is refused. */
const mostValue = 10n ** BigInt(15 + valueToken.decimals);

const read = (text: string) => parseMoney(text, valueToken);
const isDecimal = (text: string) => {
  const money = read(text);
  return money.ok || money.problem === 'too_many_decimals' || money.problem === 'too_large';
};
const isFine = (text: string) => {
  const money = read(text);
  return money.ok || money.problem !== 'too_many_decimals';
};
const isNegative = (text: string) => text.startsWith('-');
const isBounded = (text: string) => {
  const money = read(text);
  return money.ok && money.value.minor <= mostValue;
};
const shortest = (text: string) => {
  const money = read(text);
  return money.ok ? printMoney(money.value) : text;
};

/** A value in USDT, 0 or more, as the shortest decimal string; null for none. */
const limitValue = z.nullable(
  amountText.check(
    z.refine(isDecimal, { error: 'format', abort: true }),
    z.refine((text: string) => !isNegative(text), { error: 'too_small', abort: true }),
    z.refine(isFine, { error: 'too_many_decimals', abort: true }),
    z.refine(isBounded, { error: 'too_large', abort: true }),
    z.overwrite(shortest),
  ),
);

/**
 * A person's settings for the security of their account. `daily_limit` (rolling 24 hours) and `payment_limit`: the most that may be paid to
 * outside addresses, null for no limit of the person's own. `proof_above`: each payment above it needs its own proof, null for the server's
 * default. `lock_days`: while it is not 0, nothing can be loosened, and ending it takes this many days. `allow_list_only`: only saved
 * addresses may be paid; turning it off takes 72 hours. `address_wait_hours`: how long an address is new, if longer than the server's wait;
 * null for the server's; a shorter wait takes effect after the current one has passed. `phrase`: shown in every email to the confirmed
 * address, null for none; a change takes effect at once and needs a proof. A new member also needs an entry in `memberRules` of the server.
 */
const members = {
  daily_limit: limitValue,
  payment_limit: limitValue,
  proof_above: limitValue,
  lock_days: z.int('format').check(z.minimum(0, 'too_small'), z.maximum(longestLock, 'too_large')),
  allow_list_only: z.boolean('format'),
  address_wait_hours: z.nullable(
    z
      .int('format')
      .check(z.minimum(addressWaits.shortest, 'too_small'), z.maximum(addressWaits.longest, 'too_large')),
  ),
  phrase: emptiable(seen(longestPhrase)),
};

/** A change of the settings; a missing member stays unchanged. */
const securityChange = z.partial(z.strictObject(members));
export type SecurityChange = z.output<typeof securityChange>;

export type SecurityMember = keyof typeof members;
export const securityMembers = Object.keys(members) as SecurityMember[];

const pendingChange = z.object({
  member: z.enum(securityMembers as [SecurityMember, ...SecurityMember[]]),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  from: instant,
});

const settings = z.object(members);

const told = z.object({ ...members, pending: z.array(pendingChange) });

export const securitySettingsCall = {
  method: 'GET',
  path: '/security/settings',
  summary: 'Get my own limits and security settings; a `pending` change takes effect at `from`',
  access: 'session',
  status: 200,
  answer: answer(told),
  problems: [],
} as const satisfies Call;

export const changeSecuritySettingsCall = {
  method: 'PUT',
  path: '/security/settings',
  summary:
    'Change security settings: a stricter value applies at once, a looser one after a wait and with a fresh proof (`Step-Up`). Sending the current value cancels a pending change',
  access: 'session',
  status: 200,
  body: () => securityChange,
  answer: answer(told),
  problems: ['STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'VALIDATION_FAILED'],
} as const satisfies Call;

export type SecuritySettings = z.output<typeof settings>;
export type ToldSecuritySettings = z.output<typeof told>;
