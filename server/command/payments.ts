import { renumberPaymentCall } from '../../contract/withdrawals.ts';
import { text } from './arguments.ts';
import { command, type Noun } from './command.ts';

export const payments: Noun = {
  refusals: {
    NOT_FOUND: 'No payment with this ID waits with a number of the hot wallet.',
    STATUS_CONFLICT:
      'Nothing was changed: the transaction must be signed by the hot wallet, have the number of the payment, and be in the same block for every node, as deep as CONFIRMATIONS.',
    UNAVAILABLE: 'nothing was changed.',
  },
  commands: {
    'payments renumber': command(
      'pays with another number what lost its own to HASH, signed elsewhere with the hot wallet’s key; not when it was paid by hand',
      { ID: text('ID'), HASH: text('HASH') },
      async ({ ID: id, HASH: tx_hash }, { ask, print }) => {
        const { outcome } = await ask(renumberPaymentCall, { id, tx_hash });
        print(
          outcome === 'paid'
            ? `${tx_hash} is the payment ${id}: it is completed with it.`
            : `The payment ${id} waits for another number.`,
        );
      },
    ),
  },
};
