import { randomUUID } from 'node:crypto';
import { BaseError, getAddress } from 'viem';
import { printMoney } from '../../contract/money.ts';
import { exportSweepCall, sendSweepCall, settleSweepCall, sweepsCall } from '../../contract/sweeps.ts';
import {
  acceptTransferCall,
  bookTreasuryCall,
  type TreasuryStatement,
  treasuryCall,
} from '../../contract/treasury.ts';
import { readAddress } from '../../contract/walletAddress.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { RpcProblem } from '../settlement/evm/node.ts';
import { reasonOf } from '../settlement/evm/round.ts';
import { readAmount } from '../tokens/amounts.ts';
import { type Listing, type ListingRow, listingOf, requireListing } from '../tokens/listings.ts';
import { ChainUnread } from '../treasury/balances.ts';
import { accept, bookByHand, isUnbooked } from '../treasury/bookings.ts';
import type { Statement, Treasury } from '../treasury/treasury.ts';

interface World {
  readonly database: Db;
  readonly treasury: Treasury | null;
}

const tooEarly = 'It is not booked yet: accept it when it has its CONFIRMATIONS.';

/** Registers the operator's calls on the tokens on the chain. */
export function treasuryCalls(route: Route, { database, treasury }: World) {
  const required = () => {
    if (!treasury) throw new Refusal('NOT_FOUND');
    return treasury;
  };

  route(treasuryCall, async ({ at }) => {
    const statement = await reached(required().statement(at));
    if (!statement) throw new Refusal('UNAVAILABLE', { detail: 'The chain was not followed yet:' });
    return tell(statement, await decimalsOf(database.query));
  });

  route(bookTreasuryCall, async ({ body, at }) => {
    const { chain } = required();
    const token = await requireListing(database.query, body.token);
    const isLoss = body.amount.startsWith('-');
    const amount = readAmount(isLoss ? body.amount.slice(1) : body.amount, token);
    const booking = {
      id: body.id ?? randomUUID(),
      token: token.symbol,
      amount: isLoss ? -amount : amount,
      note: body.note,
    };
    if (!(await database.transaction((query) => bookByHand(query, chain, booking, at))))
      throw new Refusal('IDEMPOTENCY_MISMATCH');
    return { token: token.symbol, amount: printMoney({ token, minor: booking.amount }) };
  });

  route(acceptTransferCall, async ({ body, at }) => {
    const { query } = database;
    const { chain } = required();
    if (await isUnbooked(query, chain, body.tx_hash))
      throw new Refusal('STATUS_CONFLICT', { detail: tooEarly });
    const accepted = await accept(query, chain, { txHash: body.tx_hash, note: body.note, at });
    if (accepted === 0) throw new Refusal('NOT_FOUND');
    return { accepted };
  });
}

export function sweepCalls(route: Route, { database, treasury }: World) {
  const required = () => {
    if (!treasury) throw new Refusal('NOT_FOUND');
    return treasury;
  };

  route(exportSweepCall, async ({ body, at }) => {
    const { sweeps, addresses } = required();
    const recipient = recipientOf(body.to, addresses);
    const listings = await listingsOf(database.query);
    if (body.token !== undefined) await requireListing(database.query, body.token);
    const wanted = listings.filter(({ symbol }) => body.token === undefined || body.token === symbol);
    const least = new Map(
      wanted.map((token) => [
        token.symbol,
        body.least === undefined ? token.fee : readAmount(body.least, token, 'least'),
      ]),
    );
    const isWanted = ({ token, amount }: { token: string; amount: bigint }) => {
      const enough = least.get(token);
      return enough !== undefined && amount >= enough;
    };
    const exported = await reached(sweeps.export({ recipient, isWanted }, at));
    if (!exported.ok) throw new Refusal('STATUS_CONFLICT', { detail: exported.problem });
    const { file, totals, leftOut } = exported.value;
    return {
      file,
      left_out: [...leftOut],
      totals: listings.flatMap((token) => {
        const minor = totals.get(token.symbol);
        return minor === undefined ? [] : [{ symbol: token.symbol, amount: printMoney({ token, minor }) }];
      }),
    };
  });

  route(sendSweepCall, async ({ body, at }) => {
    const sent = await required().sweeps.send(body, at);
    if (!sent.ok) throw new Refusal('STATUS_CONFLICT', { detail: sent.problem });
    return sent.value;
  });

  route(settleSweepCall, async ({ body, at }) => {
    const named = { sweep: String(body.sweep), place: body.transaction };
    const settled = await reached(required().sweeps.settle(named, at));
    if (!settled.ok) throw new Refusal('STATUS_CONFLICT', { detail: settled.problem });
    return settled.value;
  });

  route(sweepsCall, async () => [...(await required().sweeps.list())]);
}

/** Only one of the operator's own addresses is allowed, because tokens sent elsewhere would be lost. */
function recipientOf(typed: string, addresses: Treasury['addresses']) {
  const address = readAddress(typed);
  const own = addresses.filter(({ kind }) => kind !== 'gas');
  const found = own.find((each) => each.kind === typed || (address.ok && each.address === address.value));
  if (!found) throw new Refusal('VALIDATION_FAILED', { fields: { to: 'format' } });
  return getAddress(found.address);
}

async function listingsOf(query: Query): Promise<readonly Listing[]> {
  return (await query<ListingRow>('SELECT * FROM tokens ORDER BY number')).map(listingOf);
}

/** Refuses with UNAVAILABLE when the chain cannot be asked. */
async function reached<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    const isOutage =
      error instanceof RpcProblem || error instanceof BaseError || error instanceof ChainUnread;
    if (!isOutage) throw error;
    throw new Refusal('UNAVAILABLE', {
      detail: `The chain cannot be asked (${reasonOf(error)}):`,
      retryAfter: 10,
    });
  });
}

async function decimalsOf(query: Query): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ symbol: string; decimals: number }>('SELECT symbol, decimals FROM tokens');
  return new Map(rows.map(({ symbol, decimals }) => [symbol, decimals]));
}

/** The chain's coin, in wei. */
const coin = { symbol: '', name: '', decimals: 18 };

function tell(
  { chain, block, tokens, coins, payments }: Statement,
  decimals: ReadonlyMap<string, number>,
): TreasuryStatement {
  return {
    chain,
    block,
    tokens: tokens.map(({ token: symbol, ...holding }) => {
      const token = { symbol, name: symbol, decimals: decimals.get(symbol) ?? 0 };
      const print = (minor: bigint) => printMoney({ token, minor });
      return {
        symbol,
        is_read: holding.isRead,
        deposit_addresses: print(holding.atDepositAddresses),
        hot_wallet: print(holding.inHotWallet),
        cold_address: print(holding.inColdAddress),
        gas_address: print(holding.atGasAddress),
        arriving: print(holding.arriving),
        leaving: print(holding.leaving),
        owed: print(holding.owed),
        fees: print(holding.fees),
        exchanged: print(holding.exchanged),
        float: print(holding.float),
        difference: holding.difference === null ? null : print(holding.difference),
        unexplained: holding.unexplained.map(({ amount, sender, txHash }) => ({
          amount: print(amount),
          address: sender,
          tx_hash: txHash,
        })),
      };
    }),
    coins: coins.map(({ kind, address, wei }) => ({
      kind,
      address,
      amount: printMoney({ token: coin, minor: wei }),
    })),
    payments: payments === null ? null : Number(payments < most ? payments : most),
  };
}

const most = 1_000_000n;
