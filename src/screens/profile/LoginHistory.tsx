import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { Button } from '../../components/base/Button.tsx';
import type { AccountDataRef } from '../../machines/profile/accountDataMachine.ts';
import { lazyPart } from '../core/lazyPart.tsx';
import { useTexts } from '../core/useTexts.ts';

const LoginHistoryDialog = lazyPart(() => import('./LoginHistoryDialog.tsx'));

/** Opens the history of logins, which is read then. */
export function LoginHistory({ data }: { data: AccountDataRef | undefined }) {
  const { t } = useTexts('profile');
  const signIns = useSelector(data, (snapshot) => snapshot?.children.signIns);
  const isOpen = useSelector(signIns, (snapshot) => snapshot?.matches('unasked') === false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
      <div>
        <p className="text-muted text-sm">{t('profile:logins.title')}</p>
        <p>{t('profile:logins.about')}</p>
      </div>
      <Button variant="secondary" onPress={() => signIns?.send({ type: 'screen.shown', key: '1' })}>
        {t('profile:logins.open')}
      </Button>
      <Suspense>{signIns && isOpen && <LoginHistoryDialog signIns={signIns} />}</Suspense>
    </div>
  );
}
