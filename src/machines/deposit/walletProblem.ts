import { codesOf, layersOf } from '../auth/browserWallet.ts';

/**
 * Why a deposit from a browser wallet failed. `…Rejected`: the person declined it in the wallet. `alreadyOpen`: another request is
 * open there. `notAllowed`: the wallet gives this site no access to the account (any more). `chainUnknown`: the wallet does not know the chain,
 * and no node is known for adding it. `…Changed`: it differs from a moment ago. `garbled`: the wallet's answer cannot be read.
 */
export const walletDepositProblems = [
  'notInstalled',
  'noAccounts',
  'connectRejected',
  'switchRejected',
  'addRejected',
  'sendRejected',
  'assetRejected',
  'alreadyOpen',
  'notAllowed',
  'unsupported',
  'disconnected',
  'chainLost',
  'chainUnknown',
  'notSwitched',
  'accountChanged',
  'chainChanged',
  'addressChanged',
  'noGas',
  'noTokens',
  'garbled',
  'unread',
  'failed',
] as const;
export type WalletDepositProblem = (typeof walletDepositProblems)[number];

/** The request that the wallet received. */
export type WalletStep = 'connect' | 'switch' | 'add' | 'send' | 'asset';

const rejected = {
  connect: 'connectRejected',
  switch: 'switchRejected',
  add: 'addRejected',
  send: 'sendRejected',
  asset: 'assetRejected',
} as const satisfies Record<WalletStep, WalletDepositProblem>;

/** EIP-1193 and EIP-3085 (four digits), EIP-1474 and JSON-RPC (negative). */
const byCode: ReadonlyMap<unknown, WalletDepositProblem> = new Map([
  [4100, 'notAllowed'],
  [4200, 'unsupported'],
  [4900, 'disconnected'],
  [4901, 'chainLost'],
  [4902, 'chainUnknown'],
  [-32002, 'alreadyOpen'],
  [-32601, 'unsupported'],
  [-32004, 'unsupported'],
]);

/** Nodes and wallets report these by message text only, with varying codes; `0xe450d38c` is the error of OpenZeppelin's tokens (EIP-6093). */
const noGas = /insufficient funds|gas required exceeds allowance|insufficient balance for gas/i;
const noTokens = /exceeds balance|ERC20InsufficientBalance|0xe450d38c/i;

/** The maximum length of an error message that is searched. */
const longest = 2_000;

/** The problem that a wallet's error means after a request for `step`; `failed` when it does not say. */
export function walletProblemIn(error: unknown, step: WalletStep): WalletDepositProblem {
  const layers = layersOf(error);
  const codes = codesOf(layers);
  if (codes.includes(4001)) return rejected[step];
  const coded = codes.map((code) => byCode.get(code)).find((problem) => problem !== undefined);
  if (coded) return coded;
  const said = layers
    .flatMap((layer) =>
      ['message', 'data'].map((name) => Object.entries(layer).find(([key]) => key === name)?.[1]),
    )
    .concat(error instanceof Error ? error.message : null)
    .filter((text) => typeof text === 'string')
    .map((text) => text.slice(0, longest));
  if (said.some((text) => noGas.test(text))) return 'noGas';
  return said.some((text) => noTokens.test(text)) ? 'noTokens' : 'failed';
}

/**
 * Whether the wallet has certainly not sent the transfer. After any other error, such as a lost connection to its node, it may have
 * signed and sent it.
 */
export function isRefusedTransfer(problem: WalletDepositProblem): boolean {
  return refusals.includes(problem);
}

const refusals: readonly WalletDepositProblem[] = [
  'sendRejected',
  'alreadyOpen',
  'notAllowed',
  'unsupported',
  'chainUnknown',
  'noGas',
  'noTokens',
];
