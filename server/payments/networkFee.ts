import { printMoney, type Rate } from '../../contract/money.ts';
import type { FeeBasis } from '../../contract/transactions.ts';
import type { Query } from '../database/db.ts';
import { goodPrices } from '../rates/currentPrices.ts';
import { printRate } from '../rates/fractions.ts';
import type { Listing } from '../tokens/listings.ts';

/** The gas prices and gas amounts of transfers over the chain. */
export interface ChainGas {
  /** The symbol of the coin that gas is paid in, as rate pairs name it. */
  readonly coin: string;
  /** The surcharge on the gas cost at the time of the quote, in percent. */
  readonly margin: number;
  /** Wei per unit of gas; null while unknown. Known without asking, because thousands of quotes and wallets need it. */
  gasPrice(at: Date): bigint | null;
  /** Units of gas for a transfer of a token, of the same reading as the price. */
  gasOf(token: string): bigint;
}

/** The fee of a withdrawal, in minor units of the token, and how it was computed. */
export interface LeavingFee {
  readonly fee: bigint;
  readonly basis: FeeBasis;
}

interface World {
  /** Null without a chain that reports gas prices. */
  readonly chainGas: ChainGas | null;
  readonly priceAge: number;
  readonly at: Date;
}

/**
 * The fee of a withdrawal: the cost of the network transfer in the token, with the margin, but at least the token's fixed fee.
 * Only the fixed fee while the price of gas, of the chain's coin or of the token is unknown.
 */
export async function leavingFee(query: Query, listing: Listing, world: World): Promise<LeavingFee> {
  const [found] = await leavingFees(query, [listing], world);
  if (!found) throw new Error('no token leaves');
  return found;
}

/** Like `leavingFee`, for each of these tokens in order. */
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
  return listings.map((listing) => {
    const tokenPrice = prices.get(listing.symbol)?.rate;
    if (!coinPrice || !tokenPrice) return fixedFee(listing.fee, 'no_price');
    const gas = chainGas.gasOf(listing.symbol);
    return networkFeeOf(listing, { ...chainGas, gasPrice, gas, coinPrice, tokenPrice });
  });
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
  /** Wei per unit of gas. */
  readonly gasPrice: bigint;
  readonly gas: bigint;
  /** In percent. */
  readonly margin: number;
  /** Both prices are in USDT. */
  readonly coinPrice: Rate;
  readonly tokenPrice: Rate;
  /** The token's decimals. */
  readonly decimals: number;
}

/** The decimals of the chain's coin, the same on every EVM chain. */
const coinDecimals = 18;

/** The cost of a transfer with the margin, in minor units of its token, rounded up. */
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
