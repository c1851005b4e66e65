import { parseMoney } from '../../contract/money.ts';
import type { StepUpMethod } from '../../contract/stepUp.ts';
import { valueToken } from '../../contract/tokens.ts';
import { type KeptSecurity, readKept } from '../accounts/securitySettings.ts';
import { Refusal } from '../core/refusal.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Query } from '../database/db.ts';
import type { SessionOrder } from '../history/transactionCalls.ts';
import type { OrderProofs } from '../payments/pay.ts';
import { extendQuote } from '../payments/quotes.ts';
import { secondFactorsOf } from './factors.ts';
import { chainIssuer } from './identities.ts';
import type { Passkeys } from './passkeys.ts';
import { type Means, type MeansRow, meansColumns, meansIn, paymentMethods } from './proofMethods.ts';
import { hashOf, isFresh, latestEnd, subjectOf } from './proofSubjects.ts';

/** The default of STEP_UP_ABOVE, in minor units of USDT. */
export const usualStepUpAbove = 1000n * 10n ** BigInt(valueToken.decimals);

interface World {
  readonly hasEmails: boolean;
  /** The most that payments without separate proofs may add up to within a proof's lifetime, unless the person has set another limit; in minor units of USDT. */
  readonly above: bigint;
}

/**
 * Judges which payments need a fresh proof (decision 113). A payment is accepted with a valid proof for its quote in this session. It needs none when
 * the person proved themselves within the last five minutes, by a method valid for payments, and everything that the session has paid without a
 * separate proof since then, including this payment, is within the limit. Sessions are locked in id order, after their
 * people, so that simultaneous payments are added up and never deadlock.
 */
export function createPaymentProofs({ hasEmails, above }: World) {
  return async (query: Query, orders: readonly SessionOrder[]): Promise<OrderProofs<SessionOrder>> => {
    const [payers, good] = await Promise.all([
      lockPayers(query, orders, hasEmails),
      goodProofs(query, orders),
    ]);
    const usedUp: Uint8Array[] = [];
    const counted = new Map<string, bigint>();

    function isWithin({ session, at }: SessionOrder, worth: bigint, payer: Payer): boolean {
      const sum = (counted.get(session.id) ?? payer.paidSince) + worth;
      return sum <= aboveOf(payer.means.settings, at);
    }

    function aboveOf(settings: KeptSecurity | null, at: Date): bigint {
      const own = settings && readKept(settings, at).values.proof_above;
      if (own === null) return above;
      const money = parseMoney(own, valueToken);
      if (!money.ok) throw new Error(`proof_above is kept as ${money.problem}`);
      return money.value.minor;
    }

    return {
      require(order, worth) {
        const payer = payers.get(order.session.id);
        // The session ended after the call was admitted.
        if (!payer) throw new Refusal('UNAUTHENTICATED');
        const methods = paymentMethods(payer.means);
        // A given proof must fit: a proof of another payment means that two payments were confused.
        const isProven =
          order.stepUp !== null
            ? good.has(order)
            : worth !== null && isThere(order, payer, methods) && isWithin(order, worth, payer);
        if (!isProven) throw new Refusal('STEP_UP_REQUIRED', { methods });
      },

      accept({ session: { id }, stepUp }, worth) {
        if (stepUp !== null) usedUp.push(hashOf(stepUp));
        else counted.set(id, (counted.get(id) ?? payers.get(id)?.paidSince ?? 0n) + (worth ?? 0n));
      },

      async write(run) {
        if (usedUp.length + counted.size === 0) return;
        await run(
          `WITH used_up AS (DELETE FROM step_up_proofs WHERE token_hash = ANY (${anyLength('$1', 'bytea')}))
          UPDATE sessions SET paid_since = counted.worth
          FROM unnest(${anyLength('$2', 'uuid')}, $3::numeric[]) AS counted (id, worth) WHERE sessions.id = counted.id`,
          [usedUp, [...counted.keys()], [...counted.values()]],
        );
      },
    };
  };
}

/**
 * Adds to the refusal of a payment without a proof what its person needs for one, so that the proof is the next request: a quote that is
 * valid for long enough, and for a passkey the browser's options. Refusals write nothing else. Call it in the transaction of the payment.
 */
export function offerProofs(passkeys: Passkeys) {
  return async (query: Query, refusal: Refusal, order: SessionOrder): Promise<Refusal> => {
    const { quoteId, payerId, session, at } = order;
    const { methods } = refusal.details;
    if (refusal.code !== 'STEP_UP_REQUIRED' || !methods) return refusal;
    const until = await extendQuote(query, { id: quoteId, payerId }, at);
    if (!methods.includes('passkey')) return new Refusal(refusal.code, { methods, until });
    const purpose = `step_up:${subjectOf({ quote_id: quoteId })}` as const;
    const passkey = await passkeys.request(query, purpose, session, at);
    return new Refusal(refusal.code, { methods, until, passkey });
  };
}

/** The person paying in a session, and their last proof in it. */
interface Payer {
  readonly means: Means;
  readonly proven: { readonly by: StepUpMethod; readonly at: Date } | null;
  /** The total paid since then without separate proofs, in minor units of USDT. */
  readonly paidSince: bigint;
}

interface PayerRow extends MeansRow {
  readonly session_id: string;
  readonly proven_by: StepUpMethod | null;
  readonly proven_at: Date | null;
  readonly paid_since: string;
}

/** The payers by session, with the sessions locked; none for a session that has ended. */
async function lockPayers(
  query: Query,
  orders: readonly SessionOrder[],
  hasEmails: boolean,
): Promise<ReadonlyMap<string, Payer>> {
  const users = new Map(orders.map(({ session }) => [session.id, session.user]));
  const rows = await query<PayerRow>(
    `SELECT sessions.id AS session_id, proven_by, proven_at, paid_since, ${meansColumns}
    FROM sessions JOIN users ON users.id = sessions.user_id
    LEFT JOIN security_settings settings ON settings.user_id = users.id
    WHERE sessions.id = ANY (${anyLength('$1', 'uuid')}) ORDER BY sessions.id FOR NO KEY UPDATE OF sessions`,
    [[...users.keys()], chainIssuer],
  );
  return new Map(
    rows.flatMap((row) => {
      const { session_id: id, proven_by: by, proven_at: at, paid_since } = row;
      const user = users.get(id);
      if (!user) return [];
      const proven = by && at ? { by, at } : null;
      return [[id, { means: meansIn(row, user, hasEmails), proven, paidSince: BigInt(paid_since) }]];
    }),
  );
}

function isThere({ at }: SessionOrder, { proven }: Payer, methods: readonly StepUpMethod[]): boolean {
  return proven !== null && isFresh(proven.at, at) && methods.includes(proven.by);
}

/** Whether this would be the person's first payment and they have no second factor: then the app advises them to add one. */
export async function advisesFactor(query: Query, userId: string): Promise<boolean> {
  const [found] = await query<{ has_paid: boolean }>(
    "SELECT EXISTS (SELECT 1 FROM transactions WHERE user_id = $1 AND kind IN ('send', 'withdraw')) AS has_paid",
    [userId],
  );
  return found?.has_paid === false && (await secondFactorsOf(query, userId)).length === 0;
}

/** The payments with valid proofs. Reads nothing when no proof was given. A quote is paid only once, so its proof is used only once. */
async function goodProofs(query: Query, orders: readonly SessionOrder[]): Promise<ReadonlySet<SessionOrder>> {
  const shown = orders.filter(({ stepUp }) => stepUp !== null);
  if (shown.length === 0) return new Set();
  const rows = await query<{ hash: string; session_id: string; subject: string; expires_at: Date }>(
    `SELECT encode(token_hash, 'hex') AS hash, session_id, action AS subject, expires_at FROM step_up_proofs
     WHERE token_hash = ANY (${anyLength('$1', 'bytea')})`,
    [shown.map(({ stepUp }) => hashOf(stepUp ?? ''))],
  );
  const kept = new Map(rows.map((row) => [row.hash, row]));
  return new Set(
    shown.filter(({ stepUp, session, quoteId, at }) => {
      const proof = kept.get(Buffer.from(hashOf(stepUp ?? '')).toString('hex'));
      return (
        proof !== undefined &&
        proof.session_id === session.id &&
        proof.subject === subjectOf({ quote_id: quoteId }) &&
        proof.expires_at > at &&
        proof.expires_at <= latestEnd(at)
      );
    }),
  );
}
