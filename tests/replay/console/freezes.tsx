import {
  freezeDecision,
  freezeList,
  freezePart,
  freezesArea,
} from '../../../src/machines/console/freezesArea.ts';
import FreezesScreen from '../../../src/screens/console/FreezesScreen.tsx';
import { frozenAccount } from '../../support/consoleAreas.ts';
import { paste, pick, press } from '../../support/replay/gestures.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';

const freezing = { verdict: 'freeze', reason: '', note: '' };
const recovering = { verdict: 'recover', reason: '', email: '' };

export const map = reviewMap({
  area: freezesArea,
  list: freezeList,
  part: freezePart,
  decision: freezeDecision,
  operator: { name: 'anna', role: 'compliance' },
  screen: (area) => <FreezesScreen area={area as never} />,
  item: frozenAccount,
  key: frozenAccount.id,
  row: /^ana@example/,
  filters: [
    {
      events: [{ type: 'filter.changed', filter: 'ana' }],
      by: searchFor('ana'),
      offered: (list) => list.getSnapshot().context.filter === '',
    },
    {
      events: [{ type: 'filter.changed', filter: '' }],
      by: press('Show frozen accounts'),
      offered: (list) => list.getSnapshot().context.filter !== '',
    },
  ],
  close: press(/^(?:Close|Dismiss)$/),
  choices: [
    { name: 'Lift the freeze', choice: { verdict: 'unfreeze' } },
    {
      name: 'Change the reason',
      choice: freezing,
      changes: [[pick(/^Choose a reason/, 'Legal requirements'), { ...freezing, reason: 'legal' }]],
      confirm: 'Freeze',
      keeps: true,
    },
    {
      name: 'Propose recovery',
      choice: recovering,
      changes: [[paste(/^How the person/, 'Video call.'), { ...recovering, reason: 'Video call.' }]],
      keeps: true,
    },
  ],
  views: [/^Email, username/, 'Search'],
  fields: [/Reason$/, /^Note/, /^How the person/, /^Another email/],
});

/** Types it into the search, and searches. */
function searchFor(text: string) {
  const search = press('Search');
  return {
    ...search,
    words: `searches for ${text}`,
    perform: async (...[user, control]: Parameters<typeof search.perform>) => {
      const field = document.querySelector<HTMLInputElement>('main form input');
      if (!field) throw new Error('there is nothing to search in');
      await user.tripleClick(field);
      await user.paste(text);
      await search.perform(user, control);
    },
  };
}
