import { printMoney } from '../../contract/money.ts';
import { networkDepositCall } from '../../contract/operator.ts';
import { readAddress } from '../../contract/walletAddress.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { ownerOf } from '../payments/recipients.ts';
import type { OutsidePayer } from '../settlement/outsidePayer.ts';
import { requireListing } from '../tokens/listings.ts';
import { readDeposit } from './accounts.ts';

interface World {
  readonly database: Db;
  readonly payer: OutsidePayer | null;
}

/** Registers the operator's call on the faucet of the demo's chain. Other chains have none. */
export function networkCalls(route: Route, { database, payer }: World) {
  route(networkDepositCall, async ({ body, at }) => {
    if (!payer) throw new Refusal('NOT_FOUND');
    const token = await requireListing(database.query, body.token);
    const amount = readDeposit(body.amount, token);
    const to = readAddress(body.to);
    if (!to.ok) throw new Refusal('ADDRESS_INVALID', { fields: { to: to.problem } });
    if ((await ownerOf(database.query, to.value)) === null) throw new Refusal('ADDRESS_INVALID');
    const paid = await payer.pay({ id: body.id, token: token.symbol, amount, to: to.value }, at);
    if (!paid) throw new Refusal('IDEMPOTENCY_MISMATCH');
    return {
      token: token.symbol,
      amount: printMoney({ token, minor: amount }),
      to: to.value,
      tx_hash: paid.txHash,
      needed: paid.needed,
    };
  });
}
