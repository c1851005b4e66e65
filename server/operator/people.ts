import {
  addPersonCall,
  changeRoleCall,
  disablePersonCall,
  invitePersonCall,
  peopleCall,
  resetPersonCall,
} from '../../contract/operatorPeople.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import type { FourEyes } from './fourEyes.ts';
import {
  addOperator,
  changeRole,
  disableOperator,
  inviteAgain,
  resetOperator,
  tellOperators,
} from './operators.ts';

/** Registers the calls on the operators themselves. */
export function peopleCalls(route: Route, { database, fourEyes }: { database: Db; fourEyes: FourEyes }) {
  route(peopleCall, () => tellOperators(database.query, null));

  // Always needs an approval: an administrator who could add an operator alone could approve their own proposals.
  const needs = () => Promise.resolve(true);

  route(
    addPersonCall,
    fourEyes.guard(addPersonCall, { needs, work: (query, body, at) => addOperator(query, body, at) }),
  );

  route(invitePersonCall, ({ body: { name }, at }) =>
    database.transaction((query) => inviteAgain(query, name, at)),
  );

  route(
    changeRoleCall,
    fourEyes.guard(changeRoleCall, {
      needs,
      async work(query, { name, role }, at) {
        const changed = await changeRole(query, name, role);
        await fourEyes.requireEnough(query, at);
        return changed;
      },
    }),
  );

  // Disabling needs no approval, because it must work at once.
  route(disablePersonCall, ({ body: { name }, at }) =>
    database.transaction(async (query) => {
      await fourEyes.begin(query, at);
      const disabled = await disableOperator(query, name, at);
      await fourEyes.requireEnough(query, at);
      return disabled;
    }),
  );

  route(
    resetPersonCall,
    fourEyes.guard(resetPersonCall, {
      needs,
      async work(query, { name }, at, { operator, approvedBy }) {
        // Operators who propose or approve their own reset would replace their factors without a proof: whoever approves gets the code.
        if (name === operator || name === approvedBy)
          throw new Refusal('FORBIDDEN', { detail: 'Another administrator resets your login.' });
        const invited = await resetOperator(query, name, at);
        await fourEyes.requireEnough(query, at);
        return invited;
      },
    }),
  );
}
