import type { AnyActorRef } from 'xstate';
import {
  operatorsArea,
  operatorsList,
  operatorsPart,
  personForm,
} from '../../../src/machines/console/operatorsArea.ts';
import OperatorsScreen from '../../../src/screens/console/OperatorsScreen.tsx';
import { invitation, person } from '../../support/operatorLogins.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { closeDialog, pick, press } from '../../support/replay/gestures.ts';
import { listScenes, listSteps, operator, outsideList, plainList } from '../../support/replay/reviewMap.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';

const carl = person();
const opened = { type: 'item.opened', item: carl } as const;
const scenes = listScenes('list');
const isListing = (area: AnyActorRef) => area.getSnapshot().matches('listing');
const changeOf = (area: AnyActorRef) => area.getSnapshot().context.change;
const ofForm = (change: string, submit: string, fields: Parameters<typeof formSteps>[0]['fields']) =>
  formSteps({ at: 'person', fields, submit }).map(
    (step): PersonStep => ({ ...step, offered: (_, area) => changeOf(area) === change }),
  );

export const map = screenMap({
  machine: operatorsArea,
  covers: [operatorsList, operatorsPart, personForm],
  input: (now) => ({ now, operator }),
  screen: (area) => <OperatorsScreen area={area} />,
  isShown: isListing,
  person: [
    ...listSteps('list'),
    {
      events: [opened],
      by: press(/^carl/),
      offered: (area) =>
        area.getSnapshot().children.list.getSnapshot().children.part.getSnapshot().context.data?.data.length >
        0,
    },
    { events: [{ type: 'invitation.requested' }], by: press('Invite an operator') },
  ],
  outside: outsideList('list'),
  answers: { ...scenes.answers(carl), 'person.submit': {} },
  distinguish: (area) => [
    scenes.distinguish(area),
    changeOf(area),
    area.getSnapshot().context.answer?.kind,
    area.getSnapshot().context.opened?.name,
  ],
  until: (area) => scenes.hasGoneOn(area) || !isListing(area),
  unreached: { ...plainList(operatorsList), ...plainForm('person') },
  scenes: [
    {
      ...scenes.pages(carl),
      answers: { ...scenes.pages(carl).answers, 'person.submit': {} },
      until: (area) => scenes.pages().until(area) || !isListing(area),
    },
    {
      isShown: (area) => !isListing(area),
      until: () => false,
      outside: [{ event: opened }, { event: { type: 'invitation.requested' } }],
      answers: {
        'list.part.load': {},
        'person.submit': formAnswers(
          { kind: 'done' },
          { kind: 'proposed' },
          {
            kind: 'link',
            name: 'carl',
            url: 'http://localhost/#/setup/A',
            expires_at: invitation.expires_at,
          },
        ),
      },
      person: [
        { events: [{ type: 'dialog.closed' }], by: closeDialog('Close') },
        { events: [{ type: 'change.requested', change: 'role' }], by: press('Change role') },
        { events: [{ type: 'change.requested', change: 'reset' }], by: press('Reset login') },
        { events: [{ type: 'change.requested', change: 'disable' }], by: press('Disable') },
        ...ofForm('invite', 'Invite', [['name', /^Name/, 'carl']]),
        ...ofForm('role', 'Change role', []),
        ...ofForm('reset', 'Reset login', []),
        ...ofForm('disable', 'Disable', []),
        {
          at: 'person',
          events: [{ type: 'field.changed', name: 'role', value: 'treasury' }],
          by: pick(/Role$/, 'treasury'),
          offered: (form, area) =>
            ['invite', 'role'].includes(changeOf(area)) &&
            form.getSnapshot().context.values.role !== 'treasury',
        },
      ],
      views: [/^Copy/, /Role$/],
    },
  ],
});
