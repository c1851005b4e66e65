import * as z from 'zod/mini';
import type { Rpc } from './rpc.ts';

/** What all nodes together say of something that may be missing: that one node does not have it proves nothing. */
export type Finding<Answer> =
  /** `answers`: of every node that could be asked, null from one that does not have it; `first` is of one that has it. */
  | { readonly state: 'there'; readonly first: Answer; readonly answers: readonly (Answer | null)[] }
  /** Every node was asked, and none has it. */
  | { readonly state: 'absent' }
  /** None of those that answered has it; these, by their places in the setting, could not be asked. */
  | { readonly state: 'not_asked'; readonly places: readonly number[] };

/** Asks every node. Rejects with an `RpcProblem` when none answers what fits. */
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
