import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { keysetAnswer, numberSearch } from './paging.ts';
import { answer, instant } from './schemas.ts';

/** A call of an operator. `subject` is its subject without secrets; `status` is null when its end is unknown. */
const operatorAction = z.object({
  request_id: z.string(),
  at: instant,
  operator: z.string(),
  verb: z.string(),
  subject: z.nullable(z.string()),
  address: z.string(),
  status: z.nullable(z.int()),
});

export const operatorLogCall = {
  method: 'GET',
  path: '/log',
  summary: 'List operator actions, newest first',
  access: 'operator',
  status: 200,
  paged: true,
  search: z.object(numberSearch),
  answer: keysetAnswer(operatorAction),
  problems: [],
} as const satisfies Call;

/**
 * `head` is the hash that depends on every line; `older` is the number of lines from before the chain; `fault` is null when everything is in
 * order.
 */
const verifiedLog = z.object({
  lines: z.int(),
  older: z.int(),
  head: z.string(),
  fault: z.nullable(z.string()),
});

export const verifyLogCall = {
  method: 'GET',
  path: '/log/verification',
  summary: 'Verify that the log of operator actions is unchanged',
  access: 'operator',
  status: 200,
  answer: answer(verifiedLog),
  problems: [],
} as const satisfies Call;

export type VerifiedLog = z.infer<typeof verifiedLog>;
export type OperatorAction = z.infer<typeof operatorAction>;
