import type { AnyActorRef } from 'xstate';
import {
  operatorsArea,
  operatorsList,
  operatorsPart,
  personForm,
} from '../../../src/machines/console/operatorsArea.ts';
import OperatorsScreen from '../../../src/screens/console/OperatorsScreen.tsx';
import { anna, person } from '../../support/operatorLogins.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { openByKey, pick, press } from '../../support/replay/gestures.ts';
import { listAtOnce, listScenes, reasonsOfList } from '../../support/replay/reviewMap.ts';
import { type PersonStep, type ScreenMap, screenMap } from '../../support/replay/screenMap.ts';

const item = person();
const row = /^carl/;
const list = { list: operatorsList, part: operatorsPart, item };
const [waiting, pages, pointer] = listScenes(
  'list',
  {
    area: operatorsArea,
    operator: anna,
    screen: (area) => <OperatorsScreen area={area as never} />,
    views: ['Invite an operator', row],
  },
  list,
);
const isInvited = (_: AnyActorRef, root: AnyActorRef) => root.getSnapshot().context.change === 'invite';
const inForm = (step: PersonStep): PersonStep =>
  step.events[0]?.type === 'field.changed' ? { ...step, offered: isInvited } : step;
const asked = ['role', 'reset'].map(
  (change): PersonStep => ({
    events: [{ type: 'change.requested', change }],
    by: press(change === 'role' ? 'Change role' : 'Reset login'),
  }),
);

export const map = screenMap({
  ...(waiting as ScreenMap),
  covers: [operatorsList, operatorsPart, personForm],
  scenes: [
    pages,
    pointer,
    {
      machine: operatorsArea.provide({ actors: { list: listAtOnce(list) as typeof operatorsList } }),
      person: [
        {
          events: [{ type: 'item.opened', item }],
          by: openByKey(row),
          offered: (area) => area.getSnapshot().matches('listing'),
        },
        { events: [{ type: 'invitation.requested' }], by: press('Invite an operator') },
        ...asked,
        { events: [{ type: 'dialog.closed' }], by: press('Close') },
        ...formSteps({
          at: 'person',
          fields: [['name', /^Name/, 'dora']],
          submit: /^(?:Invite|Change role|Reset login)$/,
        }).map(inForm),
        {
          at: 'person',
          events: [{ type: 'field.changed', name: 'role', value: 'support' }],
          by: pick(/Role$/, 'support'),
          offered: isInvited,
        },
      ],
      outside: [],
      answers: {
        'person.submit': formAnswers(
          { kind: 'done' },
          { kind: 'proposed' },
          { kind: 'link', name: 'carl', url: 'http://localhost/#/setup/A', expires_at: item.created_at },
        ),
      },
      views: ['Refresh', 'Disable', 'Copy link', /Role$/],
      distinguish: (area) => {
        const { opened, change, answer } = area.getSnapshot().context;
        return [opened !== null, change, answer?.kind];
      },
    },
  ],
  unreached: { ...reasonsOfList(list), ...plainForm('person') },
});
