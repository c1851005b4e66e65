import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { answer, instant } from './schemas.ts';

/**
 * Work of the server that failed several times in a row: its kind, its subject, and the reason of the last failure. `late_deposit` is a
 * transaction that was credited to a closed account.
 */
const attention = z.object({
  work: z.string(),
  subject: z.string(),
  attempts: z.int(),
  reason: z.string(),
  first_at: instant,
  next_try_at: instant,
});

export const attentionCall = {
  method: 'GET',
  path: '/attention',
  summary: 'List tasks that keep failing, and deposits to closed accounts, oldest first',
  access: 'operator',
  status: 200,
  answer: answer(z.array(attention)),
  problems: [],
} as const satisfies Call;
