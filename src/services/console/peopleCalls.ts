import { failureOf } from '../../../contract/failure.ts';
import {
  addPersonCall,
  changeRoleCall,
  disablePersonCall,
  type InvitedOperator,
  invitePersonCall,
  type OperatorPerson,
  peopleCall,
  resetPersonCall,
} from '../../../contract/operatorPeople.ts';
import { operatorRoles } from '../../../contract/operatorRoles.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import type { Http } from '../core/http.ts';
import { incomplete, type Reading } from './operatorCalls.ts';
import { invitationUrl } from './place.ts';

interface PersonChangeSent {
  readonly change: 'invite' | 'link' | 'role' | 'reset' | 'disable';
  readonly name: string;
  readonly role: string;
}

const done = { kind: 'done' } as const;
const proposed = { kind: 'proposed' } as const;

export function createPeople({ http }: { readonly http: Http }) {
  async function change({ change, name, role: chosen }: PersonChangeSent) {
    const body = { name };
    if (change === 'link') return linkOf((await http(invitePersonCall, { body })).data);
    if (change === 'reset') return linkOf((await http(resetPersonCall, { body })).data);
    if (change === 'disable') {
      await http(disablePersonCall, { body });
      return done;
    }
    const role = operatorRoles.find((each) => each === chosen);
    if (!role) throw incomplete();
    if (change === 'invite') return linkOf((await http(addPersonCall, { body: { name, role } })).data);
    await http(changeRoleCall, { body: { name, role } });
    return done;
  }

  return {
    list: async (reading: Reading): Promise<KeysetPage<OperatorPerson>> => ({
      data: (await http(peopleCall, reading)).data,
      meta: { next: null },
    }),
    /** A change that waits for another operator is not a failure. */
    change: (sent: PersonChangeSent) =>
      change(sent).catch((error: unknown) => {
        if (failureOf(error).code === 'APPROVAL_REQUIRED') return proposed;
        throw error;
      }),
  };
}

function linkOf({ name, setup_code, expires_at }: InvitedOperator) {
  return { kind: 'link' as const, name, url: invitationUrl(setup_code), expires_at };
}
