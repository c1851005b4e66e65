import type { Query } from '../../database/db.ts';

/**
 * Units of gas for a transfer of a token that was never withdrawn over this chain. One of OpenZeppelin's ERC-20 to a new holder takes 52,000,
 * one of Tether's USD 63,000.
 */
export const usualGas = 65_000n;

/** How many of a token's last transfers are measured. */
const measured = 20;

/**
 * Units of gas for a transfer of each token that was withdrawn over this chain: the third quartile of the last transfers, so that one made
 * expensive on purpose, or reported wrongly by a node, does not count.
 */
export async function gasOfTokens(query: Query, chain: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await query<{ token: string; gas: string }>(
    `SELECT tokens.symbol AS token, transfers.gas FROM tokens CROSS JOIN LATERAL (
      SELECT percentile_disc(0.75) WITHIN GROUP (ORDER BY last.gas) AS gas FROM (
        SELECT least(gas_used, gas::numeric) AS gas FROM outgoing_payments
        WHERE chain = $1 AND token = tokens.symbol AND outcome = 'confirmed' AND gas_used IS NOT NULL
        ORDER BY ended_at DESC LIMIT ${measured}
      ) AS last
    ) AS transfers
    WHERE transfers.gas IS NOT NULL`,
    [chain],
  );
  return new Map(rows.map(({ token, gas }) => [token, BigInt(gas)]));
}
