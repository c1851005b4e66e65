import type { Query } from '../database/db.ts';
import { amountsOf, type Findings } from '../ledger/findings.ts';
import { RpcProblem } from '../settlement/evm/node.ts';
import { reasonOf } from '../settlement/evm/round.ts';
import { ChainUnread } from './balances.ts';
import type { Treasury } from './treasury.ts';

/** The result of a comparison with the chain. */
export interface Proof {
  /** Null when nothing was compared. */
  readonly block: number | null;
  /** Why nothing or not every token was compared, in one sentence. A chain that does not answer is no fault of the books. */
  readonly problem: string | null;
  /** Whether it could not have found a fault (`Findings.faults`), also when there is one. */
  readonly isSilentOn: (fault: string) => boolean;
}

/**
 * Proves that the tokens on the chain at a block cover what is owed to customers, the fees, and the float. A surplus is no fault, because
 * anybody can send tokens.
 */
export async function proveHoldings(
  query: Query,
  treasury: Pick<Treasury, 'chain' | 'compare'>,
  { findings, at }: { readonly findings: Findings; readonly at: Date },
): Promise<Proof> {
  const print = await amountsOf(query);
  try {
    const compared = await treasury.compare(at);
    if (!compared) {
      const problem = `${treasury.chain} was not followed yet.`;
      return { block: null, problem, isSilentOn: isOfChain };
    }
    for (const { token, difference, unexplained, ...held } of compared.tokens) {
      const amount = (minor: bigint) => print(String(minor), token);
      if (difference !== null && difference < 0n) {
        const there = held.atDepositAddresses + held.inHotWallet + held.inColdAddress + held.atGasAddress;
        findings.add(
          missingOf(treasury.chain, token),
          `${amount(-difference)} are missing: ${treasury.chain} holds ${amount(there)} at block ${compared.block.number}, the books say ${amount(there - difference)}`,
        );
      }
      for (const each of unexplained) {
        findings.add(
          `unexplained ${treasury.chain} ${each.txHash} ${each.sender} ${token}`,
          `${amount(each.amount)} left ${each.sender} in transaction ${each.txHash}, which is no withdrawal and no sweep (treasury accept)`,
        );
      }
    }
    const unread = compared.tokens.filter(({ isRead }) => !isRead).map(({ token }) => token);
    const silent = new Set(unread.map((token) => missingOf(treasury.chain, token)));
    return {
      block: compared.block.number,
      problem: unread.length > 0 ? problemOf(unread) : null,
      isSilentOn: (fault) => silent.has(fault),
    };
  } catch (error) {
    if (!(error instanceof RpcProblem || error instanceof ChainUnread)) throw error;
    const problem = `${treasury.chain} cannot be asked: ${reasonOf(error)}.`;
    return { block: null, problem, isSilentOn: isOfChain };
  }
}

/** Whether only a comparison with the chain finds this fault (`Findings.faults`). */
const isOfChain = (fault: string): boolean => /^(missing|unexplained) /.test(fault);

/** The fault of a token of which the chain holds less than the books say. */
const missingOf = (chain: string, token: string) => `missing ${chain} ${token}`;

const problemOf = (tokens: readonly string[]) =>
  `the balances of ${tokens.join(', ')} cannot be read: the contract does not tell them, or the nodes of RPC_URL do not agree.`;
