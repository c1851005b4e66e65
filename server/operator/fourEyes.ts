import * as z from 'zod/mini';
import type { Call } from '../../contract/call.ts';
import { rolesOf } from '../../contract/operatorRoles.ts';
import { ok, refused } from '../../contract/result.ts';
import { checkFields } from '../../contract/rules.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { BodyRead, Operator } from '../http/routes.ts';
import { type ExposureLimits, spendExposure } from './exposure.ts';
import { subjectOf } from './log.ts';
import { writeLine } from './logChain.ts';
import { localOperator } from './operators.ts';
import { callOf, lockProposal, type ProposalRow, propose } from './proposals.ts';

/**
 * `auto` starts when two named operators who may approve have a login, and then stays on. `off` is for a server with nobody left who could
 * approve.
 */
type FourEyesSetting = 'auto' | 'on' | 'off';

export interface FourEyesSettings {
  readonly setting: FourEyesSetting;
  /** Withdrawals above this value need a second operator; in minor units of USDT. */
  readonly limit: bigint;
  /** The limits of what operators may credit and release in 24 hours; left out for none. */
  readonly exposure?: ExposureLimits;
}

export const usualFourEyes: FourEyesSettings = { setting: 'auto', limit: 1_000_000_000n };

interface World extends FourEyesSettings {
  readonly database: Db;
  /** Whether the server's own token gives access. */
  readonly hasLocal: boolean;
}

/** A call that may need the approval of a second operator. */
interface Guarded<C extends Call, Data> {
  /** Whether this call needs an approval. What it locks stays locked until the proposal is stored; it writes nothing. */
  readonly needs: (query: Query, body: BodyRead<C>, at: Date) => Promise<boolean>;
  /** All of the call's work, in one transaction. It may be rolled back and run again. */
  readonly work: (query: Query, body: BodyRead<C>, at: Date, doers: Doers) => Promise<Data>;
  /** The value that the call credits or releases, in minor units of USDT: 0 when it was carried out before. Called before the work. */
  readonly worth?: (query: Query, body: BodyRead<C>, at: Date) => Promise<bigint>;
  /** The body that a proposal is kept by, without what holds only for the moment of the call; the whole body without this. */
  readonly kept?: (body: BodyRead<C>) => BodyRead<C>;
}

/** The operators of an action: one, or the one who proposed and the one who approves. */
interface Doers {
  readonly operator: string;
  readonly approvedBy: string | null;
}

interface Incoming<C extends Call> {
  readonly body: BodyRead<C>;
  readonly operator: Operator;
  readonly at: Date;
}

/** The approving operator and their request. */
interface Approval {
  readonly operator: Operator;
  readonly requestId: string;
  readonly address: string;
  readonly at: Date;
}

export interface FourEyes {
  readonly limit: bigint;
  /** The handler of a call: it does the work, or proposes it and answers APPROVAL_REQUIRED. */
  guard<C extends Call, Data>(call: C, guarded: Guarded<C, Data>): (incoming: Incoming<C>) => Promise<Data>;
  /** Carries out a proposal once, in one transaction with its line in the log. */
  approve(number: number, approval: Approval): Promise<{ proposal: ProposalRow; result: unknown }>;
  /** Call it before an operator is disabled: approvals stay required when there were enough operators until now. */
  begin(query: Query, at: Date): Promise<void>;
  /**
   * Call it after a change of who may log in, in the same transaction: STATUS_CONFLICT when nobody could approve, or add operators, any
   * more.
   */
  requireEnough(query: Query, at: Date): Promise<void>;
}

type Action = (
  query: Query,
  body: string,
  doers: Doers,
  at: Date,
) => Promise<{ status: number; result: unknown }>;

/** The operators who may approve: all with a login except support. */
const approvers = "password_hash IS NOT NULL AND disabled_at IS NULL AND role <> 'support'";

export function createFourEyes({ database, setting, limit, exposure, hasLocal }: World): FourEyes {
  const actions = new Map<string, Action>();

  const begin = (query: Query, at: Date) => hasBegun(query, at).then(() => undefined);

  async function hasBegun(query: Query, at: Date): Promise<boolean> {
    if (setting !== 'auto') return setting === 'on';
    await query(
      `INSERT INTO operator_four_eyes (id, since)
       SELECT 1, $1::timestamptz WHERE (SELECT count(*) FROM operators WHERE ${approvers}) >= 2 ON CONFLICT DO NOTHING`,
      [at],
    );
    return (await query('SELECT since FROM operator_four_eyes')).length > 0;
  }

  return {
    limit,
    begin,

    guard(call, { needs, work, worth, kept }) {
      const verb = `${call.method} ${call.path}`;
      const carryOut = async (query: Query, body: Parameters<typeof work>[1], doers: Doers, at: Date) => {
        if (exposure && worth)
          await spendExposure(query, exposure, { verb, ...doers, value: await worth(query, body, at), at });
        return work(query, body, at, doers);
      };
      actions.set(verb, async (query, text, doers, at) => {
        const read = readBody(call, text, at);
        const result = await carryOut(query, read, doers, at);
        return { status: call.status, result: call.answer ? z.parse(call.answer, { data: result }) : null };
      });
      return async ({ body, operator, at }) => {
        const begun = await hasBegun(database.query, at);
        const tried = await database.transaction(async (query) => {
          const mustWait = begun && (await needs(query, body, at));
          if (mustWait) await query('SAVEPOINT trial');
          const done = await carryOut(query, body, { operator: operator.name, approvedBy: null }, at);
          if (!mustWait) return ok(done);
          // The work is undone when it needs an approval: it was tried so that an impossible action is refused now and not at the approval.
          // The proposal is stored in the same transaction, so that what `needs` has locked is still as it was when the work was tried.
          await query('ROLLBACK TO SAVEPOINT trial');
          const text = JSON.stringify(kept ? kept(body) : body);
          return refused(await propose(query, { verb, body: text, operator: operator.name, at }));
        });
        if (tried.ok) return tried.value;
        const made = tried.problem;
        const detail = `Proposal ${made.number} of ${made.proposed_by} waits for another person until ${made.expires_at.toISOString()}.`;
        throw new Refusal('APPROVAL_REQUIRED', { detail });
      };
    },

    approve: (number, { operator, requestId, address, at }) =>
      database.transaction(async (query) => {
        const proposal = await lockProposal(query, number, operator, at);
        if (proposal.proposed_by === operator.name)
          throw new Refusal('FORBIDDEN', { detail: 'You have proposed this: another person approves it.' });
        const role = await roleOf(query, operator.name);
        const proposer = await roleOf(query, proposal.proposed_by);
        const may = rolesOf(callOf(proposal.verb));
        if (role === null || !may.includes(role)) throw new Refusal('FORBIDDEN');
        if (proposer === null || !may.includes(proposer))
          throw new Refusal('STATUS_CONFLICT', { detail: 'Who has proposed this may not do it any more.' });
        const action = actions.get(proposal.verb);
        if (!action) throw new Refusal('STATUS_CONFLICT');
        const { status, result } = await action(
          query,
          proposal.body,
          { operator: proposal.proposed_by, approvedBy: operator.name },
          at,
        );
        const [approved] = await query<ProposalRow>(
          `UPDATE operator_proposals SET status = 'approved', decided_by = $2, decided_at = $3 WHERE number = $1 RETURNING *`,
          [number, operator.name, at],
        );
        const { proposed_by, verb } = proposal;
        const subject = subjectOf({ proposal: number, proposed_by, ...JSON.parse(proposal.body) });
        const line = { requestId, at, operator: operator.name, verb, subject, address, status };
        await writeLine(query, { ...line, isWhole: true });
        return { proposal: approved ?? proposal, result };
      }),

    async requireEnough(query, at) {
      const [found] = await query<{ approvers: number; administrators: number }>(
        `SELECT count(*)::int AS approvers, (count(*) FILTER (WHERE role = 'administrator'))::int AS administrators
         FROM operators WHERE ${approvers}`,
      );
      const local = hasLocal ? 1 : 0;
      const administrators = (found?.administrators ?? 0) + local;
      if (administrators === 0)
        throw new Refusal('STATUS_CONFLICT', { detail: 'No administrator would be left who can log in.' });
      if ((await hasBegun(query, at)) && (found?.approvers ?? 0) + local < 2)
        throw new Refusal('STATUS_CONFLICT', {
          detail: 'Fewer than two people would be left who may approve: add another one first.',
        });
    },
  };

  /** The current role of an operator, locked until the end of the transaction; null for one who cannot log in any more. */
  async function roleOf(query: Query, name: string) {
    if (name === localOperator.name) return hasLocal ? localOperator.role : null;
    const [found] = await query<{ role: Operator['role'] }>(
      'SELECT role FROM operators WHERE name = $1 AND password_hash IS NOT NULL AND disabled_at IS NULL FOR SHARE',
      [name],
    );
    return found?.role ?? null;
  }
}

function readBody<C extends Call>(call: C, text: string, at: Date): BodyRead<C> {
  if (!call.body) throw new Error(`${call.path} has no body`);
  const read = checkFields(call.body(at.toISOString().slice(0, 10)), JSON.parse(text));
  if (!read.ok) throw new Refusal('STATUS_CONFLICT');
  return read.value as BodyRead<C>;
}
