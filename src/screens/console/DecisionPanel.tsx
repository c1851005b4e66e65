import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { FieldErrors } from '../../../contract/rules.ts';
import { Button } from '../../components/base/Button.tsx';
import type { ButtonVariant } from '../../components/base/buttonClasses.ts';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type { DecisionRef } from '../../machines/console/decision.ts';
import { useTexts } from '../core/useTexts.ts';
import { OperatorFailure } from './OperatorFailure.tsx';

/** A choice that an operator has, as a button. */
export interface ShownChoice<Choice> {
  readonly name: string;
  readonly label: string;
  readonly variant: ButtonVariant;
  /** Why the choice is unavailable, in words. */
  readonly reason?: string | undefined;
  /** The initial choice. */
  readonly choice: Choice;
}

/** The confirmation of a choice. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** Further fields: a reason, a note. */
  readonly fields?: ReactNode;
  readonly label: string;
  readonly variant: ButtonVariant;
}

interface Props<Subject, Choice> {
  decision: DecisionRef<Subject, Choice>;
  choices: readonly ShownChoice<Choice>[];
  confirmation: (choice: Choice, change: (choice: Choice) => void, errors: FieldErrors) => Confirmation;
  /** The text once the decision is carried out. */
  done: (choice: Choice) => string;
}

/** A decision from its first button to its outcome; every state has a text. */
export function DecisionPanel<Subject, Choice>({
  decision,
  choices,
  confirmation,
  done,
}: Props<Subject, Choice>) {
  const { t } = useTexts('console');
  const state = useSelector(decision, (snapshot) => snapshot);
  const { choice, errors, failure } = state.context;

  if (choice !== null && state.matches('confirming')) {
    const { title, text, fields, label, variant } = confirmation(
      choice,
      (changed) => decision.send({ type: 'choice.changed', choice: changed }),
      errors,
    );
    return (
      <div
        key="question"
        role="alert"
        ref={takeLostFocus}
        tabIndex={-1}
        className="focus-elsewhere flex flex-col gap-4 rounded-card border border-edge p-4"
      >
        <div>
          <p className="font-semibold">{title}</p>
          <p>{text}</p>
        </div>
        {fields}
        <p className="text-muted text-sm">{t('console:decision.undoHint')}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant={variant}
            // The first field that has to be filled in gets the focus.
            autoFocus={fields === undefined}
            onPress={() => decision.send({ type: 'choice.confirmed' })}
          >
            {label}
          </Button>
          <Button variant="quiet" onPress={() => decision.send({ type: 'choice.withdrawn' })}>
            {t('common:actions.cancel')}
          </Button>
        </div>
      </div>
    );
  }
  if (state.hasTag('locked')) return <DecisionProgress decision={decision} />;
  if (state.matches('proposed')) return <Outcome>{t('console:decision.proposed')}</Outcome>;
  if (choice !== null && state.matches('done')) return <Outcome>{done(choice)}</Outcome>;
  return (
    <div key="choices" ref={takeLostFocus} tabIndex={-1} className="focus-elsewhere flex flex-col gap-4">
      {failure && <OperatorFailure failure={failure} title={t('console:decision.failed')} />}
      {state.matches('returned') && <p role="alert">{t('console:decision.returned')}</p>}
      <div className="flex flex-wrap gap-2">
        {choices.map((each) => (
          <Button
            key={each.name}
            variant={each.variant}
            reason={each.reason}
            onPress={() => decision.send({ type: 'choice.made', choice: each.choice })}
          >
            {each.label}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Outcome({ children }: { children: string }) {
  return (
    <p role="status" ref={takeLostFocus} tabIndex={-1} className="focus-elsewhere">
      {children}
    </p>
  );
}

/** The progress from the confirmation to the outcome. `about`: the subject, where it is not on the screen. */
export function DecisionProgress<Subject, Choice>({
  decision,
  about,
}: {
  decision: DecisionRef<Subject, Choice>;
  about?: string;
}) {
  const { t } = useTexts('console');
  const state = useSelector(decision, (snapshot) => snapshot);
  const isHeld = state.matches({ deciding: 'holding' });
  const isUnsure = state.hasTag('unsure');
  const told = isHeld ? null : t(isUnsure ? 'console:decision.unsure' : 'console:decision.sending');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-wait p-4">
      <div>
        {about !== undefined && <p className="font-semibold">{about}</p>}
        <p>{told ?? t('console:decision.held', { count: state.context.secondsLeft })}</p>
        <LiveRegion message={told ?? t('console:decision.undoHint')} />
      </div>
      {/* Each phase takes the focus of the button before. */}
      <div key={told} ref={takeLostFocus} tabIndex={-1} className="focus-elsewhere">
        {isHeld && (
          <Button variant="secondary" onPress={() => decision.send({ type: 'choice.undone' })}>
            {t('console:decision.undo')}
          </Button>
        )}
        {isUnsure && (
          <Button
            variant="secondary"
            isPending={state.matches({ deciding: 'checking' })}
            onPress={() => decision.send({ type: 'answer.requested' })}
          >
            {t('console:decision.check')}
          </Button>
        )}
      </div>
    </div>
  );
}
