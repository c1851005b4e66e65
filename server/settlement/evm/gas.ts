import type { Query } from '../../database/db.ts';

/** A transfer of OpenZeppelin's ERC-20 to a new holder takes 52,000 units, one of Tether's USD 63,000. */
const usualGas = 65_000n;

/** How many of a token's last transfers are measured. */
const measured = 20;

/**
 * Units of gas for a transfer of a token: the third quartile of the last transfers, so that one made expensive on purpose, or
 * reported wrongly by a node, does not count. The usual amount for a token that was never withdrawn over this chain.
 */
export async function gasOf(query: Query, chain: string, token: string): Promise<bigint> {
  const [row] = await query<{ gas: string | null }>(
    `SELECT percentile_disc(0.75) WITHIN GROUP (ORDER BY last.gas) AS gas FROM (
      SELECT least(gas_used, gas::numeric) AS gas FROM outgoing_payments
      WHERE chain = $1 AND token = $2 AND outcome = 'confirmed' AND gas_used IS NOT NULL
      ORDER BY ended_at DESC LIMIT ${measured}
    ) AS last`,
    [chain, token],
  );
  return BigInt(row?.gas ?? usualGas);
}
