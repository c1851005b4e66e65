import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { isUnchanged, knownOf, personalMachine } from '../../../src/machines/profile/personalMachine.ts';
import { PersonalSection } from '../../../src/screens/profile/PersonalSection.tsx';
import { vera } from '../../support/people.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { paste } from '../../support/replay/gestures.ts';
import { type PersonStep, screenMap } from '../../support/replay/screenMap.ts';

const user = { ...vera.user, kyc_status: 'approved' as const };
const isWorthSending: PersonStep['offered'] = (actor) => !isUnchanged(actor.getSnapshot());
const steps = formSteps({ fields: [['city', /^City/, 'Riga']], submit: 'Save changes' });

export const map = screenMap({
  machine: personalMachine,
  input: (now) => ({ now, initial: knownOf(user) }),
  screen: (actor) => (
    <>
      <PageTitle>Profile</PageTitle>
      <PersonalSection personal={actor} user={user} />
    </>
  ),
  isShown: (actor) => actor.getSnapshot().status === 'active',
  person: [
    ...steps.map((step) =>
      step.events[0]?.type === 'form.submitted' ? { ...step, offered: isWorthSending } : step,
    ),
    {
      events: [{ type: 'field.changed', name: 'username', value: 'a b' }],
      by: paste(/^Username/, 'a b'),
    },
  ],
  outside: [{ event: { type: 'initial.read', initial: knownOf(user) } }],
  answers: { submit: formAnswers(user) },
  // The other fields are as the city is.
  views: [/^(?:Phone|Address|ZIP code)/, /Gender$/],
  unreached: {
    ...plainForm('personal'),
    'personal.editing: form.submitted [0]': 'its button is greyed out while nothing is changed',
  },
});
