import { refusalReasons } from '../../contract/reasons.ts';
import {
  approveWithdrawalCall,
  disableWithdrawalsCall,
  enableWithdrawalsCall,
  rejectWithdrawalCall,
  type TokensLeaving,
  type Withdrawal,
  withdrawalsCall,
} from '../../contract/withdrawals.ts';
import { oneOf, optional, text, tokenOrAll } from './arguments.ts';
import { command, type Noun, printAll, type Tools } from './command.ts';

const ID = text('ID');

export const withdrawals: Noun = {
  refusals: {
    NOT_FOUND: 'There is no withdrawal with this ID.',
    STATUS_CONFLICT: 'This withdrawal does not wait for a decision any more: see withdrawals list.',
    ACCOUNT_BLOCKED: 'The account is frozen: lift the freeze first, or reject the withdrawal.',
    WITHDRAWALS_DISABLED:
      'This token cannot leave now: withdrawals enable lifts a stop, and without a chain nothing leaves.',
  },
  commands: {
    'withdrawals list': command(
      'shows what people send or withdraw to outside addresses and waits for a decision',
      {},
      async (_, tools) =>
        printAll(tools, (await tools.askAll(withdrawalsCall)).map(lineOf), 'No withdrawal is waiting.'),
    ),
    'withdrawals approve': command(
      'lets a withdrawal go to the network',
      { ID },
      async ({ ID: id }, { ask, print }) => print(lineOf(await ask(approveWithdrawalCall, { id }))),
    ),
    'withdrawals reject': command(
      'gives the funds of a withdrawal back; the person reads the reason in their language',
      { ID, reason: oneOf('CODE', refusalReasons), note: optional(text('TEXT')) },
      async ({ ID: id, reason, note }, { ask, print }) =>
        print(lineOf(await ask(rejectWithdrawalCall, { id, reason, note }))),
    ),
    'withdrawals disable': command(
      'stops a token: nothing of it leaves, and what waits is held',
      { token: tokenOrAll, why: optional(text('SENTENCE')) },
      async (body, tools) => printLeaving(tools, await tools.ask(disableWithdrawalsCall, body)),
    ),
    'withdrawals enable': command(
      'lifts the stop of a token: what was held goes on',
      { token: tokenOrAll },
      async (body, tools) => printLeaving(tools, await tools.ask(enableWithdrawalsCall, body)),
    ),
  },
};

function lineOf(withdrawal: Withdrawal): string {
  const { id, created_at, kind, status, amount, token, fee, email, to, is_stopped } = withdrawal;
  const stopped = is_stopped ? '  (stopped)' : '';
  return `${id}  ${created_at}  ${kind}  ${status}  ${amount} ${token} (fee ${fee}) of ${email ?? 'somebody'} to ${to}${stopped}`;
}

function printLeaving({ print }: Tools, { enabled, stops }: TokensLeaving) {
  print(`Can be withdrawn now: ${enabled.join(', ') || 'nothing'}.`);
  for (const { token, since, why } of stops) {
    print(`Stopped: ${token === '*' ? 'all' : token}, since ${since}${why === null ? '' : `: ${why}`}`);
  }
}
