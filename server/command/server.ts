import { attentionCall } from '../../contract/attention.ts';
import { type AuditReport, auditCall } from '../../contract/operator.ts';
import { operatorLogCall, verifyLogCall } from '../../contract/operatorLog.ts';
import { command, type Noun, printAll, type Tools } from './command.ts';

export const server: Noun = {
  commands: {
    log: command('shows what operators did, the newest first', {}, async (_, { ask, print }) => {
      for (const { at, operator, address, verb, subject, status } of await ask(operatorLogCall, undefined))
        print(`${at}  ${operator}  ${address}  ${verb}  ${subject ?? ''}  ${status ?? 'not finished'}`);
    }),
    'log verify': command(
      'ends with 0 when every line of that log is as it was written, else with 1 and the first that is not',
      {},
      async (_, { ask, print, complain }) => {
        const { lines, older, head, fault } = await ask(verifyLogCall, undefined);
        if (fault !== null) complain(fault);
        const before = older === 0 ? '' : `, after ${older} from before it was chained`;
        print(`${fault === null ? 'In order' : 'Not in order'}: ${lines} lines${before}. Head: ${head}`);
        return fault === null;
      },
    ),
    attention: command(
      'shows what the server tries again and again without success',
      {},
      async (_, tools) => {
        const lines = (await tools.ask(attentionCall, undefined)).map(
          ({ work, subject, attempts, reason, first_at, next_try_at }) =>
            work === 'late_deposit'
              ? `${first_at}  ${work} ${subject}: ${reason}`
              : `${first_at}  ${work} ${subject}  ${attempts} times, next ${next_try_at}: ${reason}`,
        );
        printAll(tools, lines, 'Nothing needs attention.');
      },
    ),
    audit: command('ends with 0 when the ledger is clean, else with 1', {}, (_, tools) => audit(tools)),
  },
};

async function audit({ ask, print, complain }: Tools): Promise<boolean> {
  for (;;) {
    const report = await ask(auditCall, undefined);
    if (report.progress !== null) {
      print(`Audited so far: ${Math.floor(report.progress * 100)}%`);
      continue;
    }
    for (const fault of report.faults) complain(fault);
    if (!report.clean)
      complain('Nothing leaves now. When the faults are explained: withdrawals enable --token all');
    print(figures(report));
    const { block, problem = null } = report.holdings ?? {};
    if (typeof block === 'number') print(`The books were compared with the chain at block ${block}.`);
    if (problem !== null) {
      const which = typeof block === 'number' ? 'Not all books were' : 'The books were not';
      complain(`${which} compared with the chain: ${problem}`);
    }
    print(lastOf(report));
    return report.clean && problem === null;
  }
}

function lastOf({ last }: AuditReport): string {
  if (last === null) return 'The server has not audited by itself yet.';
  const found = last.faults.length === 0 ? 'clean' : `${last.faults.length} faults`;
  return [`The server's own audit of ${last.at}: ${found}`, ...last.faults].join('\n  ');
}

function figures(report: AuditReport): string {
  const held = report.tokens.map((token) => `${token.held_for_customers} ${token.symbol}`).join(', ');
  const counts = `${report.accounts} accounts, ${report.transfers} transfers, ${report.holds} holds`;
  return `${report.clean ? 'Clean' : `${report.faults.length} faults`}: ${counts}; held for customers: ${held}.`;
}
