import type { Hex } from 'viem';
import * as z from 'zod/mini';

/** A number in JSON-RPC format, or a word of 32 bytes. */
export const hexNumber = z.pipe(
  z.string().check(z.regex(/^0x[\da-f]{1,64}$/i)),
  z.transform((hex) => BigInt(hex)),
);
/** A block's number, a count of transactions, or units of gas: no chain gets beyond 53 bits, and the columns for them end at 63. */
export const countNumber = hexNumber.check(
  z.refine((number) => number <= BigInt(Number.MAX_SAFE_INTEGER), 'it tells of too large a number'),
);
/** The price of a unit of gas, in wei. With this limit what a transaction paid, its product with the gas, fits its column. */
export const gasPrice = hexNumber.check(
  z.refine((price) => price < 1n << 128n, 'it tells of too high a price of gas'),
);
/** 32 bytes, in lower case. */
export const word = z.pipe(
  z.string().check(z.regex(/^0x[\da-f]{64}$/i)),
  z.transform((hex): Hex => `0x${hex.slice(2).toLowerCase()}`),
);
export const bytes = z
  .templateLiteral(['0x', z.string()])
  .check(z.refine((hex) => /^0x(?:[\da-f]{2})*$/i.test(hex)));
export const addressText = z.string().check(z.regex(/^0x[\da-f]{40}$/i));

const status = z.pipe(
  z.enum(['0x0', '0x1']),
  z.transform((text) => text === '0x1'),
);

/** The shape of the receipt of the transaction `hash`. */
export function receiptOf(hash: Hex) {
  return z.object({
    transactionHash: word.check(z.refine((told) => told === hash)),
    blockHash: word,
    blockNumber: countNumber,
    status,
    gasUsed: countNumber,
    effectiveGasPrice: gasPrice,
    logs: z.array(z.object({ address: addressText, topics: z.array(word), data: bytes })),
  });
}

export type Receipt = z.infer<ReturnType<typeof receiptOf>>;

/** A block with the hashes of its transactions. */
export const blockWithHashes = z.object({ number: countNumber, hash: word, transactions: z.array(word) });

/** A block with the price of a unit of gas in it, in wei. */
export const newestBlock = z.object({
  number: countNumber,
  hash: word,
  parentHash: word,
  baseFeePerGas: z.optional(z.nullable(gasPrice)),
});
