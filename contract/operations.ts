import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { problemBody } from './problems.ts';
import { answer, status } from './schemas.ts';
import { pathId } from './textRules.ts';

/** The outcome of a key: `result` is the `data` of the call's answer when it is done, `problem` the refusal when it was refused. */
const operation = z.object({
  status: status(['done', 'refused', 'running']),
  result: z.unknown(),
  problem: z.nullable(problemBody),
});

export const operationCall = {
  method: 'GET',
  path: '/operations/{key}',
  params: z.object({ key: pathId }),
  summary: 'Get the outcome of the request with this Idempotency-Key; 404 if it has not arrived',
  access: 'session',
  status: 200,
  answer: answer(operation),
  problems: ['NOT_FOUND', 'RATE_LIMITED'],
} as const satisfies Call;

export type Operation = z.infer<typeof operation>;
