import { rolesOf } from '../../contract/operatorRoles.ts';
import {
  approveProposalCall,
  type Proposal,
  proposalCall,
  proposalsCall,
  rejectProposalCall,
} from '../../contract/proposals.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Operator, Route } from '../http/routes.ts';
import type { FourEyes } from './fourEyes.ts';
import { subjectOf } from './log.ts';

/** Long enough for the next person on duty. */
const proposalLife = 24 * 3_600_000;

export interface ProposalRow {
  readonly number: string;
  readonly verb: string;
  readonly body: string;
  readonly proposed_by: string;
  readonly proposed_at: Date;
  readonly expires_at: Date;
  readonly status: Proposal['status'];
  readonly decided_by: string | null;
}

interface Proposed {
  readonly verb: string;
  readonly body: string;
  readonly operator: string;
  readonly at: Date;
}

/** Stores a call that needs an approval; an open proposal of the same call is answered, whoever made it. Call it in a transaction. */
export async function propose(query: Query, { verb, body, operator, at }: Proposed): Promise<ProposalRow> {
  await query("UPDATE operator_proposals SET status = 'expired' WHERE status = 'open' AND expires_at <= $1", [
    at,
  ]);
  await query(
    `INSERT INTO operator_proposals (verb, body, proposed_by, proposed_at, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (verb, body) WHERE status = 'open' DO NOTHING`,
    [verb, body, operator, at, new Date(at.getTime() + proposalLife)],
  );
  const [open] = await query<ProposalRow>(
    "SELECT * FROM operator_proposals WHERE verb = $1 AND body = $2 AND status = 'open'",
    [verb, body],
  );
  // It was decided at this moment.
  if (!open) throw new Refusal('STATUS_CONFLICT');
  return open;
}

/**
 * Locks an open proposal of a call that this operator may make. NOT_FOUND for an unknown one, FORBIDDEN for another role's, STATUS_CONFLICT
 * for one that is decided or expired.
 */
export async function lockProposal(
  query: Query,
  number: number,
  operator: Operator,
  at: Date,
): Promise<ProposalRow> {
  const [row] = await query<ProposalRow>('SELECT * FROM operator_proposals WHERE number = $1 FOR UPDATE', [
    number,
  ]);
  const found = permitted(row, operator);
  if (found.status !== 'open' || found.expires_at <= at) throw new Refusal('STATUS_CONFLICT');
  return found;
}

/** A found proposal, when this operator may make its call. NOT_FOUND for none, FORBIDDEN for another role's. */
function permitted(found: ProposalRow | undefined, { role }: Operator): ProposalRow {
  if (!found) throw new Refusal('NOT_FOUND');
  const roles = rolesOf(callOf(found.verb));
  if (!roles.includes(role))
    throw new Refusal('FORBIDDEN', { detail: `This takes the role ${roles.join(' or ')}.` });
  return found;
}

export function callOf(verb: string) {
  const [method = '', path = ''] = verb.split(' ');
  return { method, path };
}

/** Registers the calls on proposals. */
export function proposalCalls(route: Route, { database, fourEyes }: { database: Db; fourEyes: FourEyes }) {
  route(proposalsCall, async ({ operator, at }) => {
    const rows = await database.query<ProposalRow>(
      "SELECT * FROM operator_proposals WHERE status = 'open' AND expires_at > $1 ORDER BY number LIMIT 1000",
      [at],
    );
    return rows.filter(({ verb }) => rolesOf(callOf(verb)).includes(operator.role)).map(tell);
  });

  route(proposalCall, async ({ params: { number }, operator, at }) => {
    const [row] = await database.query<ProposalRow>('SELECT * FROM operator_proposals WHERE number = $1', [
      Number(number),
    ]);
    const found = permitted(row, operator);
    // What has expired is marked so only when the next call becomes a proposal.
    const isExpired = found.status === 'open' && found.expires_at <= at;
    return tell({ ...found, status: isExpired ? 'expired' : found.status });
  });

  route(approveProposalCall, async ({ body: { number }, operator, requestId, address, at }) => {
    const { proposal, result } = await fourEyes.approve(number, { operator, requestId, address, at });
    return { proposal: tell(proposal), result };
  });

  route(rejectProposalCall, ({ body: { number }, operator, at }) =>
    database.transaction(async (query) => {
      await lockProposal(query, number, operator, at);
      const [rejected] = await query<ProposalRow>(
        `UPDATE operator_proposals SET status = 'rejected', decided_by = $2, decided_at = $3 WHERE number = $1 RETURNING *`,
        [number, operator.name, at],
      );
      if (!rejected) throw new Refusal('STATUS_CONFLICT');
      return tell(rejected);
    }),
  );
}

function tell({ number, body, proposed_at, expires_at, ...row }: ProposalRow): Proposal {
  return {
    ...row,
    number: Number(number),
    subject: subjectOf(JSON.parse(body)),
    proposed_at: proposed_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}
