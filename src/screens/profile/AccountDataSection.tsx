import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { User } from '../../../contract/user.ts';
import { Button } from '../../components/base/Button.tsx';
import type { ProfileAreaRef } from '../../machines/profile/profileArea.ts';
import { lazyPart } from '../core/lazyPart.tsx';
import { useTexts } from '../core/useTexts.ts';
import { AcceptedTerms } from './AcceptedTerms.tsx';
import { heldFactor } from './ProofField.tsx';
import { SectionCard } from './SectionCard.tsx';

const AccountDataDialog = lazyPart(() => import('./AccountDataDialog.tsx'));

interface Props {
  area: ProfileAreaRef;
  terms: User['terms'];
}

/** The export of the account's data, and closing the account. */
export function AccountDataSection({ area, terms }: Props) {
  const { t } = useTexts('profile');
  const { accountData, loginMethods, factors } = useSelector(area, ({ children }) => children);
  const methods = useSelector(loginMethods, (snapshot) => snapshot?.context.data ?? null);
  const factor = useSelector(factors, (snapshot) => heldFactor(snapshot?.context.data ?? null));
  const form = useSelector(accountData, (snapshot) => snapshot?.children.accountExport);
  const closing = useSelector(accountData, (snapshot) => snapshot?.children.closing);
  const isClosing = useSelector(closing, (snapshot) => snapshot?.matches('closed') === false);
  const hasPassword = methods?.password === true && factor === 'none';
  const openExport = () => accountData?.send({ type: 'export.opened', hasPassword });
  return (
    <SectionCard name="data" title={t('profile:data.section')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64">{t('profile:data.about')}</p>
        <Button
          variant="secondary"
          reason={methods === null ? t('profile:data.wait') : undefined}
          isBrief
          onPress={openExport}
        >
          {t('profile:data.download')}
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64">{t('profile:closing.about')}</p>
        <Button
          variant="danger"
          reason={methods === null ? t('profile:data.wait') : undefined}
          isBrief
          onPress={() => closing?.send({ type: 'closing.opened', hasPassword })}
        >
          {t('profile:closing.title')}
        </Button>
      </div>
      {terms && <AcceptedTerms terms={terms} />}
      <Suspense>
        {(form || isClosing) && accountData && (
          <AccountDataDialog data={accountData} factor={factor} onExport={openExport} />
        )}
      </Suspense>
    </SectionCard>
  );
}
