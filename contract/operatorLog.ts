import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { pagedAnswer, pageSearch } from './paging.ts';
import { instant } from './schemas.ts';

/** One call of an operator's. `subject` is what it was about, without secrets; `status` is null when it is not known how it ended. */
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
  summary: 'What operators did, newest first',
  access: 'operator',
  status: 200,
  paged: true,
  search: z.object(pageSearch),
  answer: pagedAnswer(operatorAction),
  problems: [],
} as const satisfies Call;

export type OperatorAction = z.infer<typeof operatorAction>;
