import { printMoney, type Rate } from '../../contract/money.ts';
import type { FeeBasis } from '../../contract/transactions.ts';
import type { Query } from '../database/db.ts';
import { printRate } from '../rates/fractions.ts';
import { goodPrices } from '../rates/standingPrices.ts';
import type { Listing } from '../tokens/listings.ts';

/** What is known of the gas that a transfer over the chain costs. */
export interface ChainGas {
  /** The symbol of the coin that gas is paid in, as pairs name it. */
  readonly coin: string;
  /** What people pay above what a transfer costs when it is quoted, in percent. */
  readonly margin: number;
  /** Wei for a unit of gas; null while nobody knows. Asks no node: quotes may come by the thousand. */
  gasPrice(at: Date): bigint | null;
  /** Units of gas that a transfer of a token takes. Asks no node. */
  gasOf(query: Query, token: string): Promise<bigint>;
}

/** What it costs to leave, in minor units of the token, and how that was made. */
export interface LeavingFee {
  readonly fee: bigint;
  readonly basis: FeeBasis;
}

interface World {
  /** Null without a chain that tells its gas. */
  readonly chainGas: ChainGas | null;
  readonly priceAge: number;
  readonly at: Date;
}

/**
 * The fee of what leaves: what the transfer costs over the network, in the token and with the margin, and never less than the token's
 * fixed fee. Only the fixed fee while the price of gas, of the chain's coin or of the token is not known.
 */
export async function leavingFee(query: Query, listing: Listing, world: World): Promise<LeavingFee> {
  const [found] = await leavingFees(query, [listing], world);
  if (!found) throw new Error('no token leaves');
  return found;
}

/** As `leavingFee`, of each of these tokens, in their order. */
export async function leavingFees(
  query: Query,
  listings: readonly Listing[],
  { chainGas, priceAge, at }: World,
): Promise<readonly LeavingFee[]> {
  const all = (reason: FeeBasis['reason']) => listings.map(({ fee }) => fixedFee(fee, reason));
  if (chainGas === null) return all(null);
  const gasPrice = chainGas.gasPrice(at);
  if (gasPrice === null) return all('no_gas_price');
  const symbols = listings.map(({ symbol }) => symbol);
  const prices = await goodPrices(query, [...new Set([chainGas.coin, ...symbols])], { priceAge, at });
  const coinPrice = prices.get(chainGas.coin)?.rate;
  return Promise.all(
    listings.map(async (listing) => {
      const tokenPrice = prices.get(listing.symbol)?.rate;
      if (!coinPrice || !tokenPrice) return fixedFee(listing.fee, 'no_price');
      const gas = await chainGas.gasOf(query, listing.symbol);
      return networkFeeOf(listing, { ...chainGas, gasPrice, gas, coinPrice, tokenPrice });
    }),
  );
}

function fixedFee(fee: bigint, reason: FeeBasis['reason']): LeavingFee {
  return { fee, basis: { kind: 'fixed', reason, network: null } };
}

function networkFeeOf(
  { fee: fixed, decimals }: Listing,
  {
    coin,
    margin,
    gasPrice,
    gas,
    coinPrice,
    tokenPrice,
  }: Omit<Transfer, 'decimals'> & { readonly coin: string },
): LeavingFee {
  const fee = networkFee({ gasPrice, gas, margin, coinPrice, tokenPrice, decimals });
  const network = {
    gas_price_gwei: printGwei(gasPrice),
    gas: Number(gas),
    margin,
    coin,
    coin_price: printPrice(coinPrice),
    token_price: printPrice(tokenPrice),
  };
  return fee > fixed
    ? { fee, basis: { kind: 'network', reason: null, network } }
    : { fee: fixed, basis: { kind: 'fixed', reason: 'network_is_less', network } };
}

interface Transfer {
  /** Wei for a unit of gas. */
  readonly gasPrice: bigint;
  readonly gas: bigint;
  /** In percent. */
  readonly margin: number;
  /** In USDT, each. */
  readonly coinPrice: Rate;
  readonly tokenPrice: Rate;
  /** Of the token. */
  readonly decimals: number;
}

/** Of the chain's coin, on every chain of Ethereum's kind. */
const coinDecimals = 18;

/** What a transfer costs with the margin, in minor units of its token, rounded up. */
export function networkFee({ gasPrice, gas, margin, coinPrice, tokenPrice, decimals }: Transfer): bigint {
  const ten = (power: number) => 10n ** BigInt(power);
  const numerator =
    gasPrice * gas * coinPrice.digits * BigInt(100 + margin) * ten(tokenPrice.scale + decimals);
  const denominator = tokenPrice.digits * 100n * ten(coinPrice.scale + coinDecimals);
  return (numerator + denominator - 1n) / denominator;
}

function printGwei(wei: bigint): string {
  return printMoney({ token: { symbol: 'gwei', name: 'gwei', decimals: 9 }, minor: wei });
}

function printPrice({ digits, scale }: Rate): string {
  return printRate({ numerator: digits, denominator: 10n ** BigInt(scale) }) ?? '0';
}
