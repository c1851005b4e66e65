import type { Call } from '../../../contract/call.ts';
import { CallError, failureOf } from '../../../contract/failure.ts';
import {
  type OperatorAction,
  operatorLogCall,
  type VerifiedLog,
  verifyLogCall,
} from '../../../contract/operatorLog.ts';
import {
  operatorLoginCall,
  operatorLogoutCall,
  operatorSessionCall,
} from '../../../contract/operatorSessions.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import {
  approveProposalCall,
  type Proposal,
  proposalCall,
  proposalsCall,
  rejectProposalCall,
} from '../../../contract/proposals.ts';
import type { Loaded } from '../../../contract/reading.ts';
import type { RefusalReason } from '../../../contract/reasons.ts';
import {
  approveWithdrawalCall,
  rejectWithdrawalCall,
  type Withdrawal,
  withdrawalCall,
  withdrawalsCall,
} from '../../../contract/withdrawals.ts';
import type { Clock } from '../core/clock.ts';
import type { Http } from '../core/http.ts';
import type { OperatorSession } from './operatorSession.ts';

interface Ports {
  readonly http: Http;
  readonly session: OperatorSession;
  readonly clock: Clock;
}

/** The number of lines in a page of a list. */
const perPart = 50;

/** Logging in and out at the console. */
export function createOperatorLogin({ http, session }: Omit<Ports, 'clock'>) {
  return {
    /** Null without a valid session. Throws when that cannot be determined. */
    async verify(): Promise<{ name: string; role: string } | null> {
      if (session.current() === null) return null;
      try {
        const { name, role } = (await http(operatorSessionCall)).data;
        return { name, role };
      } catch (error) {
        if (failureOf(error).code === 'UNAUTHENTICATED') return null;
        throw error;
      }
    },
    async logIn(body: { name: string; password: string; code: string }) {
      const { token, name, role } = (await http(operatorLoginCall, { body })).data;
      session.keep(token);
      return { name, role };
    },
    async logOut(): Promise<void> {
      await http(operatorLogoutCall);
    },
  };
}

/** How a list is read; not `fresh`: only if it is another than the last time. */
export interface Reading {
  readonly fresh: boolean;
  readonly signal: AbortSignal;
}

/** The answer of `read`, with its time. */
export async function readAt<Data>(clock: Clock, read: () => Promise<Data>): Promise<Loaded<Data>> {
  return { data: await read(), loadedAt: clock.now() };
}

/** The query string of a page of a list; `after` is null for the first page. */
export function partSearch(after: string | null, more: Readonly<Record<string, string>> = {}): string {
  return String(
    new URLSearchParams({ ...more, per_page: String(perPart), ...(after === null ? {} : { after }) }),
  );
}

export function createWithdrawalReview({ http }: Pick<Ports, 'http'>) {
  return {
    /** Withdrawals that wait for a decision, oldest first. */
    list: (after: string | null, reading: Reading): Promise<KeysetPage<Withdrawal>> =>
      http(withdrawalsCall, { search: partSearch(after, { status: 'pending' }), ...reading }),
    read: async (id: string): Promise<Withdrawal> => (await http(withdrawalCall, { params: { id } })).data,
    async approve(id: string): Promise<void> {
      await http(approveWithdrawalCall, { body: { id } });
    },
    async reject(id: string, reason: RefusalReason, note: string): Promise<void> {
      const body = { id, reason, ...(note.trim() === '' ? {} : { note: note.trim() }) };
      await http(rejectWithdrawalCall, { body });
    },
  };
}

/** The calls on proposals that wait for another operator. */
export function createProposalReview({ http }: Pick<Ports, 'http'>) {
  return {
    list: async (reading: Reading): Promise<KeysetPage<Proposal>> => ({
      data: (await http(proposalsCall, reading)).data,
      meta: { next: null },
    }),
    async decide(number: number, verdict: 'approve' | 'reject'): Promise<void> {
      await http(verdict === 'approve' ? approveProposalCall : rejectProposalCall, { body: { number } });
    },
    read: async (number: number): Promise<Proposal> =>
      (await http(proposalCall, { params: { number: String(number) } })).data,
  };
}

/** Whether a proposal of this call, with these texts in its body, waits for another operator. */
export async function isProposed(
  { http }: Pick<Ports, 'http'>,
  { method, path }: Pick<Call, 'method' | 'path'>,
  texts: readonly string[],
): Promise<boolean> {
  const { data } = await http(proposalsCall);
  return data.some(
    ({ verb, subject }) =>
      verb === `${method} ${path}` && texts.every((text) => subject?.includes(JSON.stringify(text)) === true),
  );
}

export function createLogReading({ http }: Pick<Ports, 'http'>) {
  return {
    /** The newest first. */
    list: (after: string | null, reading: Reading): Promise<KeysetPage<OperatorAction>> =>
      http(operatorLogCall, { search: partSearch(after), ...reading }),
    verify: async (): Promise<VerifiedLog> => (await http(verifyLogCall)).data,
  };
}

/** The error for sending a choice that was not made. */
export function incomplete(): CallError {
  return new CallError({ code: 'VALIDATION_FAILED', fields: {}, retryAfter: null, requestId: null });
}

/** The error for a lost decision whose subject turns out to be decided in another way, or by another operator: `by`, null if unknown. */
export function decidedOtherwise(by: string | null = null): CallError {
  const conflict = { code: 'STATUS_CONFLICT', fields: {}, retryAfter: null, requestId: null } as const;
  return new CallError({ ...conflict, ...(by === null ? {} : { by }) });
}

/** Throws that error unless `by` is the operator who is logged in. */
export async function requireOwn({ http }: Pick<Ports, 'http'>, by: string | null): Promise<void> {
  const { name } = (await http(operatorSessionCall)).data;
  if (by !== name) throw decidedOtherwise(by);
}
