import { listTokenCall } from '../../contract/operator.ts';
import { readAddress } from '../../contract/walletAddress.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { readAmount } from '../tokens/amounts.ts';
import { findListing, listToken } from '../tokens/listings.ts';
import type { DepositNetwork } from '../tokens/network.ts';

interface World {
  readonly database: Db;
  readonly network: DepositNetwork | null;
}

export function listingCalls(route: Route, { database, network }: World) {
  route(listTokenCall, ({ body }) =>
    database.transaction(async (query) => {
      const { contract, minimum, fee, maximum, ...named } = body;
      const address = readAddress(contract);
      if (!address.ok) throw new Refusal('ADDRESS_INVALID', { fields: { contract: address.problem } });
      const own = Object.values(network?.contracts ?? {}).map((each) => each.toLowerCase());
      const isOwn = own.includes(address.value.toLowerCase());
      const unit = { symbol: body.ticker, name: body.name, decimals: body.decimals };
      const terms = {
        minimum: readAmount(minimum, unit, 'minimum'),
        fee: fee === '0' ? 0n : readAmount(fee, unit, 'fee'),
        maximum: readAmount(maximum, unit, 'maximum'),
      };
      if (terms.maximum < terms.minimum)
        throw new Refusal('VALIDATION_FAILED', { fields: { maximum: 'too_small' } });
      const symbol = isOwn
        ? null
        : await listToken(query, { ...named, ...terms, contractAddress: address.value });
      if (symbol === null) throw new Refusal('VALIDATION_FAILED', { fields: { contract: 'taken' } });
      const listed = await findListing(query, symbol);
      if (!listed) throw new Error(`${symbol} was not listed`);
      return { symbol, ticker: listed.ticker, same_ticker: symbol !== listed.ticker.toUpperCase() };
    }),
  );
}
