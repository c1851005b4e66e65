import {
  approveProposalCall,
  type Proposal,
  proposalsCall,
  rejectProposalCall,
} from '../../contract/proposals.ts';
import { proposalNumber as NUMBER } from './arguments.ts';
import { command, type Noun, printAll } from './command.ts';

export const proposals: Noun = {
  refusals: {
    NOT_FOUND: 'There is no proposal with this number.',
    STATUS_CONFLICT: 'This cannot be carried out: it was decided, is over, or what it is about has changed.',
  },
  commands: {
    'proposals list': command('shows what waits for the approval of another person', {}, async (_, tools) =>
      printAll(tools, (await tools.ask(proposalsCall, undefined)).map(lineOf), 'Nothing waits.'),
    ),
    'proposals approve': command(
      'carries out what somebody else has proposed',
      { NUMBER },
      async ({ NUMBER: number }, { ask, print }) => {
        const { proposal, result } = await ask(approveProposalCall, { number });
        print(`${lineOf(proposal)}\n${JSON.stringify(result)}`);
      },
    ),
    'proposals reject': command(
      'refuses what somebody has proposed, or takes your own back',
      { NUMBER },
      async ({ NUMBER: number }, { ask, print }) => print(lineOf(await ask(rejectProposalCall, { number }))),
    ),
  },
};

function lineOf({ number, status, verb, subject, proposed_by, expires_at }: Proposal): string {
  return `${number}  ${status}  ${verb} ${subject ?? ''}  by ${proposed_by}, until ${expires_at}`;
}
