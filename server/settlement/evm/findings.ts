import * as z from 'zod/mini';
import type { Rpc } from './rpc.ts';

/** The answer of all nodes about something that may be missing; one node without it proves nothing. */
export type Finding<Answer> =
  /** `answers`: of every reachable node, null from one that does not have it; `first` is the first that is not null. */
  | { readonly state: 'there'; readonly first: Answer; readonly answers: readonly (Answer | null)[] }
  /** Every node was asked, and none has it. */
  | { readonly state: 'absent' }
  /** None of the nodes that answered has it; `places` are the nodes that could not be asked, by their position in the setting. */
  | { readonly state: 'not_asked'; readonly places: readonly number[] };

/** Asks every node. Rejects with an `RpcProblem` when no node gives a valid answer. */
export async function findEverywhere<Shape extends z.ZodMiniType>(
  rpc: Pick<Rpc, 'askEach'>,
  method: string,
  params: unknown,
  shape: Shape,
): Promise<Finding<z.output<Shape>>> {
  const opinions = await rpc.askEach(method, params, z.nullable(shape));
  const answers = opinions.flatMap((opinion) => (opinion.ok ? [opinion.answer] : []));
  const first = answers.find((answer) => answer !== null) ?? null;
  if (first !== null) return { state: 'there', first, answers };
  const places = opinions.flatMap(({ ok, place }) => (ok ? [] : [place]));
  return places.length === 0 ? { state: 'absent' } : { state: 'not_asked', places };
}
