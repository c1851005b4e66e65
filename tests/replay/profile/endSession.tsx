import { endSessionForm, endSessionMachine } from '../../../src/machines/profile/endSessionMachine.ts';
import EndSessionDialog from '../../../src/screens/profile/EndSessionDialog.tsx';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { closeDialog } from '../../support/replay/gestures.ts';
import { type ActorOf, screenMap } from '../../support/replay/screenMap.ts';

function Dialog({ actor }: { actor: ActorOf<typeof endSessionMachine> }) {
  const { children, context } = actor.getSnapshot();
  return (
    children.endSessionForm && (
      <EndSessionDialog
        form={children.endSessionForm}
        session={context.session}
        factor="none"
        onClose={() => actor.send({ type: 'ending.declined' })}
      />
    )
  );
}

export const map = screenMap({
  machine: endSessionMachine,
  covers: [endSessionForm],
  input: (now) => ({ now }),
  screen: (actor) => <Dialog actor={actor} />,
  isShown: (actor) => actor.getSnapshot().matches('confirming'),
  person: [
    ...formSteps({
      at: 'endSessionForm',
      fields: [['password', /^Current password/, 'Correct7horse']],
      submit: 'End other sessions',
    }),
    { events: [{ type: 'ending.declined' }], by: closeDialog('Cancel') },
  ],
  outside: [{ event: { type: 'ending.requested', session: null, hasPassword: true } }],
  answers: { 'endSessionForm.submit': formAnswers(undefined) },
  views: ['Show password'],
  unreached: plainForm('endSessionForm'),
});
