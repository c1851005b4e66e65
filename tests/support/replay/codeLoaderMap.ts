import type { AnyStateMachine } from 'xstate';
import { shown } from '../areas.ts';
import { unseenMap } from './screenMap.ts';

/** The map of what `createCodeLoaderMachine` made. */
export const codeLoaderMap = (machine: AnyStateMachine, name: string) =>
  unseenMap({
    machine,
    why: 'the page that waits for the code says that it is missing, and asks for it once more',
    input: () => ({ name, shown: null }),
    outside: [{ event: shown('wallet', 'wallet') }, { event: { type: 'code.requested' } }],
    answers: { loadCode: { done: ['code'], error: [new Error('no line')] } },
  });
