import { encodeFunctionData, erc20Abi } from 'viem';
import { isTokenSymbol } from '../../../contract/tokens.ts';
import { forgetFailures, recordFailure } from '../../background/attempts.ts';
import type { Query } from '../../database/db.ts';
import { contractOf } from '../../tokens/catalogue.ts';
import { type ListingRow, listingOf } from '../../tokens/listings.ts';
import type { DepositNetwork } from '../../tokens/network.ts';
import { bytes } from './answers.ts';
import type { Contracts } from './blocks.ts';
import { isRevert } from './node.ts';
import type { Rpc } from './rpc.ts';

interface Contract {
  readonly symbol: string;
  /** In lower case. */
  readonly address: string;
  readonly decimals: number;
}

/** The catalogue's contracts on one chain, checked against the chain. */
export interface ContractBook {
  /** One sentence for each contract of the settings that differs from the catalogue. */
  mistakes(query: Query): Promise<readonly string[]>;
  /**
   * The contracts to follow. A listed token whose contract differs from the catalogue is left out, and the operator is told.
   * Throws when a contract of the settings differs, because its deposits would be missed.
   */
  sound(query: Query, at: Date): Promise<Contracts>;
}

export function createContractBook(rpc: Rpc, network: DepositNetwork): ContractBook {
  const sound = new Set<string>();

  /** The problem of a contract; null for none, which is remembered. */
  async function judge(contract: Contract): Promise<string | null> {
    if (sound.has(contract.address)) return null;
    const mistake = await mistakeOf(rpc, contract);
    if (mistake === null) sound.add(contract.address);
    return mistake;
  }

  async function mistakes(query: Query) {
    const own = (await contractsOf(query, network)).filter(isOwn);
    const found = await Promise.all(own.map(judge));
    return found.filter((mistake) => mistake !== null).map((mistake) => `TOKEN_CONTRACTS: ${mistake}`);
  }

  return {
    mistakes,

    async sound(query, at) {
      const contracts = await contractsOf(query, network);
      const fresh = contracts.filter(({ address }) => !sound.has(address));
      const wrong = new Set<Contract>();
      for (const contract of fresh) {
        const error = await judge(contract);
        if (error !== null && isOwn(contract)) throw new Error(`TOKEN_CONTRACTS: ${error}`);
        const subject = `${rpc.chain} ${contract.symbol}`;
        if (error === null) await forgetFailures(query, 'deposit', [subject]);
        else {
          wrong.add(contract);
          await recordFailure(query, { work: 'deposit', subject, error, at });
        }
      }
      const followed = contracts.filter((contract) => !wrong.has(contract));
      return new Map(followed.map(({ address, symbol }) => [address, symbol]));
    },
  };
}

const isOwn = ({ symbol }: Contract) => isTokenSymbol(symbol);

async function contractsOf(query: Query, network: DepositNetwork): Promise<readonly Contract[]> {
  const rows = await query<ListingRow>('SELECT * FROM tokens ORDER BY number');
  return rows.map(listingOf).flatMap((listing) => {
    const address = contractOf(listing, network);
    const { symbol, decimals } = listing;
    return address === null ? [] : [{ symbol, decimals, address: address.toLowerCase() }];
  });
}

const decimalsCall = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' });
/** Nodes answer a reverted call with an error, some with an empty answer. */
const mostDecimals = 255n;

async function mistakeOf(rpc: Rpc, { symbol, address, decimals }: Contract): Promise<string | null> {
  const where = `${symbol}=${address}`;
  // A node that is behind may not have the contract yet, so the others are asked.
  const isMissing = (code: unknown) => code === '0x';
  if ((await rpc.ask('eth_getCode', [address, 'latest'], bytes, { isMissing })) === '0x') {
    return `there is no contract at ${where} on the chain of RPC_URL.`;
  }
  const told = await rpc
    .ask('eth_call', [{ to: address, data: decimalsCall }, 'latest'], bytes)
    .catch((error: unknown) => {
      // Only a revert is a verdict on the contract: if a token were left out for a passing error, its deposits meanwhile would be missed.
      if (isRevert(error)) return '0x';
      throw error;
    });
  const answered = told === '0x' ? null : BigInt(told);
  if (answered === null || answered > mostDecimals) return `the contract ${where} tells no decimals.`;
  return Number(answered) === decimals
    ? null
    : `the contract ${where} has ${answered} decimals, the catalogue has ${decimals}.`;
}
