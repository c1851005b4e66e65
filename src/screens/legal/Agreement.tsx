import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { Link } from '../../components/base/Link.tsx';
import type { AgreementRef } from '../../machines/auth/agreementMachine.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  actor: AgreementRef;
  /** Whether the person has agreed to an older version. */
  isChange: boolean;
  onLogOut: () => void;
}

/** The question whether the person agrees, visible under the terms while they scroll: agree, or log out. */
export function Agreement({ actor, isChange, onLogOut }: Props) {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { t } = useTexts('legal');
  const { failure } = state.context;
  return (
    <section
      aria-label={t('legal:agreement.title')}
      className="sticky bottom-0 flex flex-col gap-3 border-line border-t bg-paper py-4 low:static"
    >
      <p>{isChange ? t('legal:agreement.changed') : t('legal:agreement.first')}</p>
      {failure && (
        <div role="alert" className="flex flex-col text-loss">
          <p>{t(failureText[failure.code].sentence)}</p>
          <p>{t(failureText[failure.code].next)}</p>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          isPending={state.hasTag('busy')}
          onPress={() => actor.send({ type: 'agreement.given' })}
        >
          {t('legal:agreement.agree')}
        </Button>
        <Button variant="secondary" onPress={onLogOut}>
          {t('legal:agreement.logOut')}
        </Button>
        <Link href="/privacy" target="_blank" rel="noopener noreferrer">
          {t('legal:toPrivacy')}
        </Link>
      </div>
    </section>
  );
}
