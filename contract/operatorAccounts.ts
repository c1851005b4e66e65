import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { keysetAnswer, keysetSearch, positionSearch } from './paging.ts';
import { recovery } from './recovery.ts';
import { line } from './rules.ts';
import { answer, instant } from './schemas.ts';
import { onePathId } from './textRules.ts';
import { toldFreeze } from './user.ts';

const proposed = z.object({ number: z.int(), proposed_by: z.string() });

/**
 * An account as operators see it. `proposal`: an open proposal to lift its freeze, which another operator decides; `recovery_proposal`: the
 * same for a recovery. `recovery` is the latest one.
 */
const account = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  username: z.nullable(z.string()),
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  status: z.string(),
  freeze: toldFreeze,
  kyc_status: z.string(),
  created_at: instant,
  /** When its owner closed it: `email` is then the address that it had. */
  closed_at: z.nullable(instant),
  proposal: z.nullable(proposed),
  recovery: z.nullable(recovery),
  recovery_proposal: z.nullable(proposed),
});

export const searchAccountsCall = {
  method: 'GET',
  path: '/accounts',
  summary:
    'Find accounts whose email begins with `q`, or by ID. Ordered by email, after the account with exactly this username, or up to 20 closed accounts that had exactly this email',
  access: 'operator',
  status: 200,
  paged: true,
  search: z.object({
    // At least three characters, so that nobody lists all customers by chance.
    q: line(254).check(z.minLength(3, 'too_short'), z.toLowerCase()),
    after: z.optional(line(254).check(z.toLowerCase())),
    per_page: keysetSearch.per_page,
  }),
  answer: keysetAnswer(account),
  problems: [],
} as const satisfies Call;

export const accountCall = {
  method: 'GET',
  path: '/accounts/{id}',
  params: onePathId,
  summary: 'Get an account',
  access: 'operator',
  status: 200,
  answer: answer(account),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const frozenAccountsCall = {
  method: 'GET',
  path: '/freezes',
  summary: 'List frozen accounts, latest first',
  access: 'operator',
  status: 200,
  paged: true,
  search: z.object(positionSearch),
  answer: keysetAnswer(account),
  problems: [],
} as const satisfies Call;

export type OperatorAccount = z.infer<typeof account>;
