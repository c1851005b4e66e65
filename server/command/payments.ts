import { renumberPaymentCall, settleWithdrawalCall, walletNonceCall } from '../../contract/withdrawals.ts';
import { flag, nonce, optional, text } from './arguments.ts';
import { command, type Noun, Sentence } from './command.ts';

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
    'withdrawals settle': command(
      'ends a payment that the chain alone does not end, with what made it, or with nothing and its money given back',
      { ID: text('ID'), hash: optional(text('HASH')), none: flag },
      async ({ ID: id, hash, none }, { ask, print }) => {
        if ((hash === undefined) === (none === undefined))
          throw new Sentence('Give one of --hash and --none.');
        const { outcome } = await ask(settleWithdrawalCall, { id, tx_hash: hash ?? null });
        print(
          outcome === 'paid'
            ? `${hash} is the payment ${id}.`
            : `The payment ${id} has failed: its money is given back.`,
        );
      },
    ),
  },
};

export const walletNumbers: Noun = {
  refusals: {
    NOT_FOUND: 'This server pays from no hot wallet.',
    STATUS_CONFLICT: 'Nothing was changed.',
    UNAVAILABLE: 'nothing was changed.',
  },
  commands: {
    'withdrawals nonce': command(
      'says that the hot wallet has used every number (nonce) before N, so that payments go on with N',
      { N: nonce },
      async ({ N }, { ask, print }) => {
        const { wallet } = await ask(walletNonceCall, { nonce: N });
        print(`The next payment of the hot wallet ${wallet} has number ${N}.`);
      },
    ),
  },
};
