import { compareDecimals } from '../../contract/money.ts';
import {
  type SecurityChange,
  type SecurityMember,
  type SecuritySettings,
  securityMembers,
} from '../../contract/securitySettings.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The server's defaults for settings that a person has not set. */
interface ServerValues {
  /** The value in USDT above which each payment needs its own proof, as a decimal string. */
  readonly proofAbove: string;
}

interface MemberRule<Value> {
  /** The default. */
  readonly usual: Value;
  isLooser(before: Value, after: Value, server: ServerValues): boolean;
  /** After how many milliseconds a looser value takes effect; 0 for at once. */
  wait(before: Value): number;
  /** Whether a tighter value also needs a proof, because somebody with a stolen session could harm the owner with it. */
  readonly isGuarded?: true;
}

const isHigher = (before: string, after: string) => compareDecimals(after, before) > 0;

/** A person's own limit: null is none. */
const ownLimit: MemberRule<string | null> = {
  usual: null,
  isLooser: (before, after) => before !== null && (after === null || isHigher(before, after)),
  wait: () => day,
};

/** The rules by which `judgeChange` judges each member. */
const memberRules: { readonly [M in SecurityMember]: MemberRule<SecuritySettings[M]> } = {
  daily_limit: ownLimit,
  payment_limit: ownLimit,
  proof_above: {
    usual: null,
    isLooser: (before, after, { proofAbove }) => isHigher(before ?? proofAbove, after ?? proofAbove),
    wait: () => day,
  },
  lock_days: {
    usual: 0,
    isLooser: (before, after) => after < before,
    wait: (before) => before * day,
    isGuarded: true,
  },
  allow_list_only: {
    usual: false,
    isLooser: (before, after) => before && !after,
    wait: () => 3 * day,
    isGuarded: true,
  },
  address_wait_hours: {
    usual: null,
    isLooser: (before, after) => (after ?? 0) < (before ?? 0),
    wait: (before) => (before ?? 0) * hour,
    isGuarded: true,
  },
  phrase: {
    usual: null,
    // The person recognises genuine emails by the phrase that they know.
    isLooser: (before, after) => before !== null && after !== before,
    wait: () => 0,
    isGuarded: true,
  },
};

interface PendingChange {
  readonly member: SecurityMember;
  readonly value: SecuritySettings[SecurityMember];
  readonly from: Date;
}

/** The settings in force, and the pending changes. */
export interface SecurityState {
  readonly values: SecuritySettings;
  readonly pending: readonly PendingChange[];
}

/** The settings of a person who has set nothing. */
export const usualSecurity: SecurityState = {
  values: Object.fromEntries(
    securityMembers.map((member) => [member, memberRules[member].usual]),
  ) as SecuritySettings,
  pending: [],
};

/** The settings in force at `now`, computed from the stored ones: pending changes take effect only here. */
export function stateAt({ values, pending }: SecurityState, now: Date): SecurityState {
  const isDue = ({ from }: PendingChange) => from <= now;
  const due = pending.filter(isDue).map(({ member, value }) => [member, value]);
  return {
    values: { ...values, ...Object.fromEntries(due) },
    pending: pending.filter((change) => !isDue(change)),
  };
}

/** `locked`: the change would loosen a setting while the lock is on; `until` is null while nobody has requested its end. */
type Judgement =
  | { readonly outcome: 'locked'; readonly until: Date | null }
  | { readonly outcome: 'allowed'; readonly security: SecurityState; readonly needsProof: boolean };

/**
 * Judges each member of a change: a tighter value takes effect at once, a looser one after its wait. While the lock is on, only the lock itself can be
 * loosened, after its own days. Setting the current value cancels a pending change. Repeating a pending change does not restart its wait.
 */
export function judgeChange(
  before: SecurityState,
  asked: SecurityChange,
  server: ServerValues,
  now: Date,
): Judgement {
  const current = stateAt(before, now);
  const { lock_days: lock = current.values.lock_days } = asked;
  const isLocked = current.values.lock_days > 0 || lock > 0;
  let { values, pending } = current;
  let needsProof = false;
  for (const member of securityMembers) {
    const value = asked[member];
    if (value === undefined) continue;
    const was = current.values[member];
    const others = pending.filter((change) => change.member !== member);
    const after = { ...current.values, [member]: value };
    if (!isLooser(member, current.values, after, server)) {
      values = { ...values, [member]: value };
      pending = others;
      needsProof ||= value !== was && memberRules[member].isGuarded === true;
      continue;
    }
    if (isLocked && member !== 'lock_days') return { outcome: 'locked', until: endOfLock(current) };
    needsProof = true;
    if (pending.some((change) => change.member === member && change.value === value)) continue;
    const wait = waitOf(member, current.values);
    if (wait === 0) values = after;
    else pending = [...others, { member, value, from: new Date(now.getTime() + wait) }];
  }
  // Changes requested before the lock may be an attacker's, so a new lock cancels them.
  const security =
    lock > current.values.lock_days ? { values, pending: [] } : { values, pending: inOrder(pending) };
  return { outcome: 'allowed', security, needsProof };
}

function isLooser<M extends SecurityMember>(
  member: M,
  before: SecuritySettings,
  after: SecuritySettings,
  server: ServerValues,
): boolean {
  return memberRules[member].isLooser(before[member], after[member], server);
}

function waitOf<M extends SecurityMember>(member: M, before: SecuritySettings): number {
  return memberRules[member].wait(before[member]);
}

function inOrder(pending: readonly PendingChange[]): PendingChange[] {
  return [...pending].sort((left, right) => left.from.getTime() - right.from.getTime());
}

/** When the lock ends; null while nobody has requested its end. */
export function endOfLock({ pending }: SecurityState): Date | null {
  return pending.find(({ member, value }) => member === 'lock_days' && value === 0)?.from ?? null;
}

/** The columns `members` and `pending` of a row of `security_settings`. */
export interface KeptSecurity {
  readonly members: Partial<SecuritySettings>;
  readonly pending: readonly (Omit<PendingChange, 'from'> & { readonly from: string })[];
}

/** A person's settings at `now`. */
export async function securityOf(query: Query, userId: string, now: Date): Promise<SecurityState> {
  const [kept] = await query<KeptSecurity>(
    'SELECT members, pending FROM security_settings WHERE user_id = $1',
    [userId],
  );
  return kept ? readKept(kept, now) : usualSecurity;
}

/** The anti-phishing phrase of the account with this confirmed address; null without a phrase or such an account. */
export async function phraseOf(query: Query, email: string): Promise<string | null> {
  const [found] = await query<{ phrase: string | null }>(
    `SELECT members->>'phrase' AS phrase FROM users JOIN security_settings ON user_id = users.id
     WHERE email = $1 AND email_confirmed_at IS NOT NULL`,
    [email],
  );
  return found?.phrase ?? null;
}

/** The settings at `now`, from the stored row. */
export function readKept({ members, pending }: KeptSecurity, now: Date): SecurityState {
  const values = { ...usualSecurity.values, ...members };
  const changes = pending.map((change) => ({ ...change, from: new Date(change.from) }));
  return stateAt({ values, pending: changes }, now);
}

/** Stores a change that `judgeChange` allowed. Call it in the transaction that read the settings, with the person locked. */
export async function keepSecurity(
  query: Query,
  userId: string,
  { values, pending }: SecurityState,
  now: Date,
): Promise<void> {
  await query(
    `INSERT INTO security_settings (user_id, members, pending, changed_at) VALUES ($1, $2::jsonb, $3::jsonb, $4)
     ON CONFLICT (user_id) DO UPDATE
       SET members = excluded.members, pending = excluded.pending, changed_at = excluded.changed_at`,
    [userId, JSON.stringify(values), JSON.stringify(pending), now],
  );
}

/** Refuses with SETTINGS_LOCKED while the person's lock is on. Call it before any change that makes the account easier to take over. */
export async function requireUnlocked(query: Query, userId: string, now: Date): Promise<void> {
  const security = await securityOf(query, userId, now);
  if (security.values.lock_days > 0) throw settingsLocked(endOfLock(security));
}

export function settingsLocked(until: Date | null): Refusal {
  return new Refusal('SETTINGS_LOCKED', until ? { until } : {});
}
