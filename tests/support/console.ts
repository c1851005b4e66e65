import { CallError } from '../../contract/failure.ts';
import type { Proposal } from '../../contract/proposals.ts';
import type { Withdrawal } from '../../contract/withdrawals.ts';
import { consoleMachine } from '../../src/machines/console/consoleMachine.ts';
import { logArea } from '../../src/machines/console/logArea.ts';
import { proposalDecision } from '../../src/machines/console/proposalsArea.ts';
import {
  type WithdrawalChoice,
  withdrawalDecision,
  type withdrawalList,
  withdrawalsArea,
} from '../../src/machines/console/withdrawalsArea.ts';
import { failure } from './actors.ts';
import type { Exploration } from './paths.ts';
import { outside } from './payments.ts';

export const withdrawalWaiting: Withdrawal = {
  id: '6f1f3d5e-0c38-4a0e-9f43-2b8a7e1d9c55',
  kind: 'withdraw',
  email: 'anna@example.org',
  status: 'pending',
  token: 'USDT',
  amount: '1500',
  fee: '1.5',
  to: outside,
  value: '1500',
  is_stopped: false,
  proposal: null,
  created_at: '2026-11-20T09:00:00.000Z',
};

export const proposalOpen: Proposal = {
  number: 7,
  verb: 'POST /withdrawals/approve',
  subject: '{"id":"6f1f3d5e-0c38-4a0e-9f43-2b8a7e1d9c55"}',
  proposed_by: 'anna',
  proposed_at: '2026-11-20T09:00:00.000Z',
  expires_at: '2026-11-21T09:00:00.000Z',
  status: 'open',
  decided_by: null,
};

const quiet = { tellLock: () => {}, tellSettled: () => {} };
export const quietDecision = withdrawalDecision.provide({ actions: quiet });
export const quietProposal = proposalDecision.provide({ actions: quiet });
export const quietConsole = consoleMachine.provide({ actions: { forgetSession: () => {} } });
export const quietLog = logArea;

const answers = {
  send: {
    done: [undefined],
    error: [
      failure('APPROVAL_REQUIRED'),
      failure('STATUS_CONFLICT'),
      failure('FORBIDDEN'),
      failure('NETWORK'),
      failure('VALIDATION_FAILED', { fields: { note: 'characters' } }),
    ].map((each) => new CallError(each)),
  },
  readOutcome: {
    done: ['done', 'proposed', 'open'],
    error: [failure('NETWORK'), failure('STATUS_CONFLICT')].map((each) => new CallError(each)),
  },
};

/** A moment that has come, so that what is held is sent at the first tick. */
function everLater() {
  let now = 0;
  return () => (now += 60_000);
}

const rejecting = (reason: 'legal' | ''): WithdrawalChoice => ({ verdict: 'reject', reason, note: '' });

export const decisionPaths: Exploration<typeof quietDecision> = {
  input: { now: everLater(), key: 'a', subject: withdrawalWaiting },
  events: [
    { type: 'choice.made', choice: { verdict: 'approve' } },
    { type: 'choice.made', choice: rejecting('') },
    { type: 'choice.changed', choice: rejecting('legal') },
    { type: 'choice.confirmed' },
    { type: 'choice.withdrawn' },
    { type: 'choice.undone' },
    { type: 'answer.requested' },
  ],
  answers,
  distinguish: ({ context: { choice, errors, failure } }) => [choice, errors, failure?.code ?? null],
};

export const proposalPaths: Exploration<typeof quietProposal> = {
  input: { now: everLater(), key: '7', subject: proposalOpen },
  events: [
    { type: 'choice.made', choice: { verdict: 'approve' } },
    { type: 'choice.made', choice: { verdict: 'reject' } },
    { type: 'choice.confirmed' },
    { type: 'choice.withdrawn' },
    { type: 'choice.undone' },
    { type: 'answer.requested' },
  ],
  answers,
  distinguish: ({ context: { choice, failure } }) => [choice, failure?.code ?? null],
};

export const consolePaths: Exploration<typeof quietConsole> = {
  input: { now: () => 0 },
  events: [
    { type: 'location.changed', asked: 'log' },
    { type: 'location.changed', asked: 'withdrawals' },
    { type: 'session.ended' },
    { type: 'retry.requested' },
    { type: 'check.due' },
    { type: 'logout.requested' },
    { type: 'work.discarded' },
    { type: 'area.locked', area: 'withdrawals', isLocked: true },
    { type: 'area.locked', area: 'withdrawals', isLocked: false },
  ],
  answers: {
    verifySession: {
      done: [{ name: 'anna', role: 'treasury' }, null],
      error: [new CallError(failure('NETWORK'))],
    },
    watchSession: {},
    checks: {},
    login: {
      done: [
        { name: 'anna', role: 'treasury' },
        { name: 'carl', role: 'support' },
      ],
    },
    passkey: { done: [{ name: 'anna', role: 'treasury' }] },
    loadArea: { done: [withdrawalsArea], error: [new CallError(failure('NETWORK'))] },
    endSession: { done: [undefined], error: [new CallError(failure('NETWORK'))] },
  },
  distinguish: ({ context: { operator, asked, areas, locked } }) => [
    operator?.name ?? null,
    asked,
    Object.keys(areas),
    locked,
  ],
};

export const listPaths: Exploration<typeof withdrawalList> = {
  input: { now: () => 0 },
  events: [
    { type: 'page.next', after: withdrawalWaiting.id },
    { type: 'page.previous' },
    { type: 'refresh.requested' },
    { type: 'outdated' },
    { type: 'check.due' },
    { type: 'screen.shown' },
    { type: 'pointer.entered', shown: { data: [withdrawalWaiting], meta: { next: null } } },
    { type: 'pointer.left' },
  ],
  answers: { part: {} },
  distinguish: ({ context: { trail, held } }) => [Math.min(trail.length, 2), held !== null],
};

export const logPaths: Exploration<typeof quietLog> = {
  input: { now: () => 0, operator: { name: 'anna', role: 'administrator' } },
  events: [{ type: 'verification.requested' }],
  answers: {
    list: {},
    verify: {
      done: [
        { lines: 5, older: 0, head: 'ab'.repeat(32), fault: null },
        { lines: 5, older: 0, head: 'cd'.repeat(32), fault: 'Line 3 is not as it was written.' },
      ],
      error: [new CallError(failure('NETWORK'))],
    },
  },
  distinguish: ({ context: { verified, failure } }) => [
    verified?.fault ?? null,
    verified !== null,
    failure?.code ?? null,
  ],
};
