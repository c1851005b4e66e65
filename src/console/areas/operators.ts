import { fromPromise } from 'xstate';
import type { OperatorPerson } from '../../../contract/operatorPeople.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import {
  operatorsArea,
  operatorsList,
  operatorsPart,
  type PersonAnswer,
  type PersonChangeSent,
  personForm,
} from '../../machines/console/operatorsArea.ts';
import { readAt } from '../../services/console/operatorCalls.ts';
import { createPeople } from '../../services/console/peopleCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

export function openOperators({ http, clock }: ConsoleServices) {
  const people = createPeople({ http });
  const part = operatorsPart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<OperatorPerson>>, ReadRequest>(({ input: { fresh }, signal }) =>
        readAt(clock, () => people.list({ fresh, signal })),
      ),
    },
  });
  const person = personForm.provide({
    actors: {
      submit: fromPromise<PersonAnswer, { readonly values: PersonChangeSent }>(({ input }) =>
        people.change(input.values),
      ),
    },
  });
  return operatorsArea.provide({ actors: { list: operatorsList.provide({ actors: { part } }), person } });
}
