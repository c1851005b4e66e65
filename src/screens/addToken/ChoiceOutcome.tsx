import { useSelector } from '@xstate/react';
import type { ListedToken } from '../../../contract/catalogue.ts';
import { Button } from '../../components/base/Button.tsx';
import type { TokenChoiceRef } from '../../machines/wallet/tokenChoiceMachine.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  token: ListedToken;
  choice: TokenChoiceRef;
}

/** The result of the last choice, shown where it was made, with an undo button. */
export function ChoiceOutcome({ token: { symbol, in_use }, choice }: Props) {
  const { t } = useTexts('wallet');
  const state = useSelector(choice, (snapshot) => snapshot);
  const { choice: last, isUndo, failure } = state.context;
  if (last === null || last.symbol !== symbol) return null;

  if (state.hasTag('slow')) return <p role="status">{t('common:form.slow')}</p>;
  if (state.matches('failed') && failure) {
    const { sentence, next } = failureText[failure.code];
    return (
      <p role="alert" className="text-sm">
        <span className="text-loss">{t(sentence)}</span> {t(next)}
      </p>
    );
  }
  // While a choice is being undone, its text and the focused button stay in place.
  const isUndoing = isUndo && state.hasTag('busy');
  if (!state.matches('chosen') && !isUndoing) return null;
  const isShown = isUndoing ? !last.isShown : last.isShown;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="text-sm">
        {t(isShown ? 'wallet:catalogue.wasAdded' : 'wallet:catalogue.wasHidden', { token: symbol })}
      </p>
      {!(isShown && in_use) && (
        <Button
          variant="secondary"
          isPending={isUndoing}
          onPress={() => choice.send({ type: 'undo.requested' })}
        >
          {t('wallet:catalogue.undo')}
        </Button>
      )}
    </div>
  );
}
