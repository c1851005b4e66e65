import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { answer, instant } from './schemas.ts';
import { pathNumber } from './textRules.ts';

/** A call that needs another operator's approval. `verb` and `subject` are as in the log. */
const proposal = z.object({
  number: z.int(),
  verb: z.string(),
  subject: z.nullable(z.string()),
  proposed_by: z.string(),
  proposed_at: instant,
  expires_at: instant,
  status: z.enum(['open', 'approved', 'rejected', 'expired']),
  decided_by: z.nullable(z.string()),
});

const byNumber = z.strictObject({
  number: z.int('format').check(z.minimum(1, 'too_small'), z.maximum(1e15, 'too_large')),
});

export const proposalsCall = {
  method: 'GET',
  path: '/proposals',
  summary:
    'List proposals that wait for another operator, limited to the calls that I may make, oldest first',
  access: 'operator',
  status: 200,
  answer: answer(z.array(proposal)),
  problems: [],
} as const satisfies Call;

export const proposalCall = {
  method: 'GET',
  path: '/proposals/{number}',
  params: z.object({ number: pathNumber }),
  summary: 'Get a proposal of a call that I may make, whatever its status',
  access: 'operator',
  status: 200,
  answer: answer(proposal),
  problems: ['NOT_FOUND'],
} as const satisfies Call;

export const approveProposalCall = {
  method: 'POST',
  path: '/proposals/approve',
  summary:
    'Approve another operator’s proposal and carry it out; `result` is that call’s answer. If the call is refused, the proposal stays open',
  access: 'operator',
  status: 200,
  body: () => byNumber,
  answer: answer(z.object({ proposal, result: z.unknown() })),
  problems: ['LIMIT_EXCEEDED', 'NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export const rejectProposalCall = {
  method: 'POST',
  path: '/proposals/reject',
  summary: 'Reject a proposal, or withdraw my own',
  access: 'operator',
  status: 200,
  body: () => byNumber,
  answer: answer(proposal),
  problems: ['NOT_FOUND', 'STATUS_CONFLICT', 'VALIDATION_FAILED'],
} as const satisfies Call;

export type Proposal = z.infer<typeof proposal>;
