import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type { ReviewAreaRef } from '../../machines/console/createReviewAreaMachine.ts';
import type { DecisionRef } from '../../machines/console/decision.ts';
import { useTexts } from '../core/useTexts.ts';
import { DecisionProgress } from './DecisionPanel.tsx';
import { OperatorFailure } from './OperatorFailure.tsx';

interface Props<Item, Choice> {
  area: ReviewAreaRef<Item, Choice>;
  /** The subject of a decision, in one line. */
  about: (item: Item) => string;
}

/** Closed decisions that can still be undone, are running, have failed, or are being typed. */
export function RunningDecisions<Item, Choice>({ area, about }: Props<Item, Choice>) {
  const { t } = useTexts('console');
  const { decisions, opened } = useSelector(area, (snapshot) => snapshot.context);
  const others = Object.entries(decisions).filter(([key]) => key !== opened);
  if (others.length === 0) return null;
  return (
    <section aria-label={t('console:decision.running')} className="flex flex-col gap-2">
      {others.map(([key, decision]) => (
        <Running key={key} area={area} name={key} decision={decision} about={about} />
      ))}
    </section>
  );
}

/** What is said of a closed decision that is not under way; null where it failed. */
function toldOf<Item, Choice>(state: ReturnType<DecisionRef<Item, Choice>['getSnapshot']>) {
  if (state.matches('done')) return 'console:decision.done';
  if (state.matches('proposed')) return 'console:decision.proposed';
  if (state.matches('returned')) return 'console:decision.returned';
  if (state.context.failure !== null) return null;
  return state.matches('confirming') ? 'console:decision.typed' : 'console:decision.undone';
}

interface RunningProps<Item, Choice> extends Props<Item, Choice> {
  name: string;
  decision: DecisionRef<Item, Choice>;
}

function Running<Item, Choice>({ area, name, decision, about }: RunningProps<Item, Choice>) {
  const { t } = useTexts('console');
  const state = useSelector(decision, (snapshot) => snapshot);
  const { subject, failure } = state.context;
  if (state.hasTag('locked')) return <DecisionProgress decision={decision} about={about(subject)} />;
  const told = toldOf(state);
  return (
    <div
      // The pressed control of the progress is gone.
      ref={takeLostFocus}
      tabIndex={-1}
      className="focus-elsewhere flex flex-wrap items-center justify-between gap-2 rounded-card border border-edge p-4"
    >
      <div>
        <p className="font-semibold">{about(subject)}</p>
        {told !== null && <p role="status">{t(told)}</p>}
        {told === null && failure && <OperatorFailure failure={failure} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {!state.hasTag('over') && (
          <Button variant="secondary" onPress={() => area.send({ type: 'item.opened', item: subject })}>
            {t('console:decision.open')}
          </Button>
        )}
        <Button
          variant="quiet"
          onPress={() => {
            document.getElementById('page-title')?.focus();
            area.send({ type: 'decision.dismissed', key: name });
          }}
        >
          {t('common:actions.close')}
        </Button>
      </div>
    </div>
  );
}
