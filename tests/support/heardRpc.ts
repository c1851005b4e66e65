import type { Rpc } from '../../server/settlement/evm/rpc.ts';

/** The same nodes; `heard` has every question put to them before it is asked. */
export function heardRpc(
  nodes: Rpc,
  heard: <Answer>(method: string, ask: () => Promise<Answer>) => Promise<Answer>,
): Rpc {
  return {
    ...nodes,
    ask: (method, params, shape, choice) => heard(method, () => nodes.ask(method, params, shape, choice)),
    askAll: (method, params, shape) => heard(method, () => nodes.askAll(method, params, shape)),
    askEach: (method, params, shape) => heard(method, () => nodes.askEach(method, params, shape)),
  };
}
