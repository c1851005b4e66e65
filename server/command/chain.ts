import { rereadChainCall, resumeChainCall } from '../../contract/operator.ts';
import { blockNumber, text } from './arguments.ts';
import { command, type Noun } from './command.ts';

export const chain: Noun = {
  refusals: {
    NOT_FOUND: 'No such chain is halted or followed: attention names those that are halted.',
    STATUS_CONFLICT:
      'This block is not read again: it was read before the chain was followed from here, or has not all of its confirmations yet.',
    UNAVAILABLE: 'nothing was changed.',
  },
  commands: {
    'chain resume': command(
      'credits what arrives over a chain again, after a deep reorganisation halted it',
      { CHAIN: text('CHAIN') },
      async ({ CHAIN }, { ask, print }) => {
        const resumed = await ask(resumeChainCall, { chain: CHAIN });
        print(`${resumed.chain} is credited again.`);
      },
    ),
    'chain reread': command(
      'reads the logs of the chain again from a block on, and credits what was left out; nothing is credited twice',
      { FROM: blockNumber },
      async ({ FROM: from }, { ask, print }) => {
        const { chain: read, set_back_from: before } = await ask(rereadChainCall, { from });
        print(`${read} is read again from block ${from} on.`);
        if (before === null) return;
        print(
          `It was read up to block ${before}, which no two nodes have got to. Deposits after block ${from - 1} that were not credited are taken back until they are read again; those that were credited stay so. Compare these with an explorer, then: chain resume ${read}`,
        );
      },
    ),
  },
};
