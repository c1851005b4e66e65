import type { AnyStateMachine } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { failure } from '../actors.ts';
import { unseenMap } from './screenMap.ts';

/** The map of what `createMarkingMachine` made, where nobody asks for a mark or repeats one by hand. */
export const marksMap = (machine: AnyStateMachine, why: string) =>
  unseenMap({
    machine,
    why,
    input: () => undefined,
    outside: [
      { event: { type: 'mark.requested', target: 'first' } },
      { event: { type: 'mark.requested', target: 'second' } },
      { event: { type: 'retry.requested' } },
    ],
    answers: {
      mark: {
        done: [undefined],
        error: [new CallError(failure('NETWORK')), new CallError(failure('NOT_FOUND'))],
      },
    },
  });
