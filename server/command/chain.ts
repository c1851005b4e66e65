import { resumeChainCall } from '../../contract/operator.ts';
import { text } from './arguments.ts';
import { command, type Noun } from './command.ts';

export const chain: Noun = {
  refusals: { NOT_FOUND: 'No such chain is halted: attention names those that are.' },
  commands: {
    'chain resume': command(
      'credits what arrives over a chain again, after a deep reorganisation halted it',
      { CHAIN: text('CHAIN') },
      async ({ CHAIN }, { ask, print }) => {
        const resumed = await ask(resumeChainCall, { chain: CHAIN });
        print(`${resumed.chain} is credited again.`);
      },
    ),
  },
};
