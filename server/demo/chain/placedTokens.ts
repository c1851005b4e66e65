import {
  type Address,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  padHex,
  size,
  sliceHex,
  stringToHex,
} from 'viem';
import type { Token } from '../../../contract/tokens.ts';
import { readAddress } from '../../../contract/walletAddress.ts';
import type { Query } from '../../database/db.ts';
import { faucet, hotWallet, visitor } from './accounts.ts';
import type { ChainClient } from './keptAnvil.ts';
import { deploymentOf } from './token.ts';

interface Placed extends Token {
  readonly address: string;
}

/**
 * Stores an ERC-20 contract at the address of every listed token that has none there, because these addresses are fixed and do not
 * follow from a deployment. The faucet gets a trillion of each, the hot wallet a million, the visitor ten thousand. `placed` has the
 * addresses that are done, and gets the new ones.
 */
export async function placeTokens(query: Query, client: ChainClient, placed: Set<string>): Promise<void> {
  const listed = await query<Placed>(
    `SELECT ticker AS symbol, name, decimals, contract_address AS address FROM tokens
    WHERE contract_address IS NOT NULL AND contract_address <> ALL ($1::text[])`,
    [[...placed]],
  );
  for (const token of listed) {
    const address = readAddress(token.address);
    if (address.ok) await place(client, addressOf(address.value), token);
    placed.add(token.address);
  }
}

async function place(client: ChainClient, address: Address, token: Token): Promise<void> {
  if (await client.getCode({ address })) return;
  const holdings = [
    { holder: faucet.address, whole: 1_000_000_000_000n },
    { holder: hotWallet.address, whole: 1_000_000n },
    { holder: visitor.address, whole: 10_000n },
  ].map(({ holder, whole }) => ({ holder, amount: whole * 10n ** BigInt(token.decimals) }));
  const supply = holdings.reduce((sum, { amount }) => sum + amount, 0n);
  // Calls the constructor without a deployment to get the code. Its storage is written below.
  const { data: bytecode } = await client.call({ data: deploymentOf(token, faucet.address, supply) });
  if (!bytecode) throw new Error(`the contract of ${token.symbol} has no code`);
  const store = (slot: Hex, value: Hex) => client.setStorageAt({ address, index: slot, value });
  await store(word(slots.totalSupply), word(supply));
  for (const [slot, value] of storedText(slots.name, token.name)) await store(slot, value);
  for (const [slot, value] of storedText(slots.symbol, token.symbol)) await store(slot, value);
  for (const { holder, amount } of holdings) await store(balanceSlot(holder), word(amount));
  await client.setCode({ address, bytecode });
}

/** The storage slots of OpenZeppelin's ERC20. */
const slots = { balances: 0n, totalSupply: 2n, name: 3n, symbol: 4n };

const word = (value: bigint) => numberToHex(value, { size: 32 });

function balanceSlot(holder: Address): Hex {
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, slots.balances]));
}

/**
 * A string in Solidity's storage format, by slots: up to 31 bytes with twice their number in the last byte, or for a longer one twice its
 * length and one, and its bytes from the hash of the slot on.
 */
function storedText(slot: bigint, text: string): readonly (readonly [slot: Hex, value: Hex])[] {
  const bytes = stringToHex(text);
  const length = size(bytes);
  if (length <= 31) return [[word(slot), word(BigInt(padded(bytes)) + BigInt(2 * length))]];
  const first = BigInt(keccak256(word(slot)));
  const parts = Array.from({ length: Math.ceil(length / 32) }, (_, index) => {
    const part = sliceHex(bytes, 32 * index, 32 * (index + 1));
    return [word(first + BigInt(index)), padded(part)] as const;
  });
  return [[word(slot), word(BigInt(2 * length + 1))], ...parts];
}

const padded = (bytes: Hex) => padHex(bytes, { dir: 'right', size: 32 });

const addressOf = (text: string): Address => `0x${text.slice(2)}`;
