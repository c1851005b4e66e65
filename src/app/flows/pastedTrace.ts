import { type FlowTrace, flowTrace } from '../../../contract/support.ts';

type Step = FlowTrace['steps'][number];
type Read =
  | { readonly ok: true; readonly steps: readonly Step[] }
  | { readonly ok: false; readonly problem: string };

/**
 * The steps of a pasted support ticket: the trace as JSON, the ticket that has it as `flow_record`, or the lines that
 * `npm run operator -- tickets show` prints.
 */
export function pastedTrace(text: string): Read {
  const given = text.trim();
  if (given === '') return { ok: false, problem: 'Nothing was pasted.' };
  const read = given.startsWith('{') ? jsonOf(given) : { version: 1, steps: linesOf(given) };
  const { success, data, error } = flowTrace.safeParse(read);
  if (success && data.steps.length > 0) return { ok: true, steps: data.steps };
  const [issue] = error?.issues ?? [];
  const place = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  return { ok: false, problem: `This is no flow trace of a ticket: it does not fit the contract${place}.` };
}

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'flow_record' in value ? value.flow_record : value;
  } catch {
    return null;
  }
}

/** `at  flow  state  event  problem  request`; the last three may be missing. A problem is written in capitals. */
const linesOf = (text: string) =>
  text.split('\n').map((line) => {
    const [at, flow, state, ...rest] = line.trim().split('  ');
    const problem = rest.findIndex((word) => /^[A-Z_]+$/.test(word));
    return {
      at,
      flow,
      state,
      event: problem === 0 ? null : (rest[0] ?? null),
      problem: rest[problem] ?? null,
      request_id: problem < 0 ? null : (rest[problem + 1] ?? null),
    };
  });
