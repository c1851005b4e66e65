import { freezeCall, unfreezeCall } from '../../../contract/operator.ts';
import {
  accountCall,
  frozenAccountsCall,
  type OperatorAccount,
  searchAccountsCall,
} from '../../../contract/operatorAccounts.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import type { GivenFreezeReason } from '../../../contract/reasons.ts';
import { beginRecoveryCall, stopRecoveryCall } from '../../../contract/recovery.ts';
import { refundCall } from '../../../contract/refunds.ts';
import type { Http } from '../core/http.ts';
import { isProposed, partSearch, type Reading } from './operatorCalls.ts';

/** The calls on accounts, their freezes and recoveries. */
export function createFreezeReview({ http }: { readonly http: Http }) {
  return {
    /** Lists the frozen accounts; with `q`, the accounts whose email begins with it. */
    list: (q: string, after: string | null, reading: Reading): Promise<KeysetPage<OperatorAccount>> =>
      q === ''
        ? http(frozenAccountsCall, { search: partSearch(after), ...reading })
        : http(searchAccountsCall, { search: partSearch(after, { q }), ...reading }),
    read: async (id: string): Promise<OperatorAccount> => (await http(accountCall, { params: { id } })).data,
    async freeze(account: string, reason: GivenFreezeReason, note: string): Promise<void> {
      await http(freezeCall, {
        body: { account, reason, ...(note.trim() === '' ? {} : { note: note.trim() }) },
      });
    },
    /**
     * Lifts the freeze that was shown, and answers whether it is lifted: that of "This was not me" stays until its person has confirmed as
     * well.
     */
    async unfreeze({ id, freeze }: OperatorAccount): Promise<boolean> {
      const seen = freeze ? { since: freeze.since, reason: freeze.reason, note: freeze.note } : undefined;
      const { data } = await http(unfreezeCall, { body: { account: id, ...(seen && { seen }) } });
      return data.status !== 'frozen';
    },
    async recover(id: string, reason: string, email: string): Promise<void> {
      const named = email.trim() === '' ? {} : { email: email.trim() };
      await http(beginRecoveryCall, { body: { id, reason: reason.trim(), ...named } });
    },
    /** Whether this recovery is proposed and waits for another operator. `email` is empty for the account's own. */
    isRecoveryProposed: (id: string, reason: string, email: string): Promise<boolean> =>
      isProposed({ http }, beginRecoveryCall, [id, reason, ...(email === '' ? [] : [email])]),
    async stopRecovery(id: string): Promise<void> {
      await http(stopRecoveryCall, { body: { id } });
    },
    async refund(id: string, token: string, to: string, reason: string): Promise<void> {
      await http(refundCall, { body: { id, token, to, reason } });
    },
    isRefundProposed: (id: string, token: string, to: string): Promise<boolean> =>
      isProposed({ http }, refundCall, [id, token, to.trim()]),
  };
}
