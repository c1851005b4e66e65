import { encodeFunctionData, erc20Abi } from 'viem';
import * as z from 'zod/mini';
import { isTokenSymbol } from '../../../contract/tokens.ts';
import { forgetFailures, recordFailure } from '../../background/attempts.ts';
import type { Query } from '../../database/db.ts';
import { contractOf } from '../../tokens/catalogue.ts';
import { type ListingRow, listingOf } from '../../tokens/listings.ts';
import type { DepositNetwork } from '../../tokens/network.ts';
import type { Contracts } from './blocks.ts';
import { type Rpc, RpcProblem } from './rpc.ts';

interface Contract {
  readonly symbol: string;
  /** In small letters. */
  readonly address: string;
  readonly decimals: number;
}

/** The contracts of the catalogue on one chain, each asked once whether it is what the catalogue says. */
export interface ContractBook {
  /** One sentence for each contract of the settings that is not; nothing while no node answers. */
  mistakes(query: Query): Promise<readonly string[]>;
  /** Those that are. The others are not followed, and the operator is told of them. */
  sound(query: Query, at: Date): Promise<Contracts>;
}

export function createContractBook(rpc: Rpc, network: DepositNetwork): ContractBook {
  /** What is wrong with a contract, by its address; null for nothing. */
  const judged = new Map<string, string | null>();

  async function judge(contract: Contract): Promise<string | null> {
    const known = judged.get(contract.address);
    if (known !== undefined) return known;
    const mistake = await mistakeOf(rpc, contract);
    judged.set(contract.address, mistake);
    return mistake;
  }

  return {
    async mistakes(query) {
      const own = (await contractsOf(query, network)).filter(({ symbol }) => isTokenSymbol(symbol));
      const found = await Promise.all(own.map(judge));
      return found.filter((mistake) => mistake !== null).map((mistake) => `TOKEN_CONTRACTS: ${mistake}`);
    },

    async sound(query, at) {
      const contracts = await contractsOf(query, network);
      const fresh = contracts.filter(({ address }) => !judged.has(address));
      const found = await Promise.all(contracts.map(judge));
      for (const contract of fresh) {
        const subject = `${rpc.chain} ${contract.symbol}`;
        const error = await judge(contract);
        if (error === null) await forgetFailures(query, 'deposit', [subject]);
      }
      const wrong = contracts.filter((_, index) => found[index] !== null);
      for (const { symbol, address } of wrong) {
        const subject = `${rpc.chain} ${symbol}`;
        await recordFailure(query, { work: 'deposit', subject, error: judged.get(address), at });
      }
      const sound = contracts.filter((_, index) => found[index] === null);
      return new Map(sound.map(({ address, symbol }) => [address, symbol]));
    },
  };
}

async function contractsOf(query: Query, network: DepositNetwork): Promise<readonly Contract[]> {
  const rows = await query<ListingRow>('SELECT * FROM tokens ORDER BY number');
  return rows.map(listingOf).flatMap((listing) => {
    const address = contractOf(listing, network);
    const { symbol, decimals } = listing;
    return address === null ? [] : [{ symbol, decimals, address: address.toLowerCase() }];
  });
}

const code = z.string().check(z.regex(/^0x(?:[\da-f]{2})*$/i));
const decimalsCall = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' });
/** A node answers a call that was reverted with an error, some with an empty answer. */
const mostDecimals = 255n;

async function mistakeOf(rpc: Rpc, { symbol, address, decimals }: Contract): Promise<string | null> {
  const where = `${symbol}=${address}`;
  if ((await rpc.ask('eth_getCode', [address, 'latest'], code)) === '0x') {
    return `there is no contract at ${where} on the chain of RPC_URL.`;
  }
  const told = await rpc
    .ask('eth_call', [{ to: address, data: decimalsCall }, 'latest'], code)
    .catch((error: unknown) => {
      if (error instanceof RpcProblem && error.code !== undefined) return '0x';
      throw error;
    });
  const answered = told === '0x' ? null : BigInt(told);
  if (answered === null || answered > mostDecimals) return `the contract ${where} tells no decimals.`;
  return Number(answered) === decimals
    ? null
    : `the contract ${where} has ${answered} decimals, the catalogue has ${decimals}.`;
}
