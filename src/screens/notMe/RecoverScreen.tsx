import { useSelector } from '@xstate/react';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import type { NewPasswordRef } from '../../machines/auth/accountEmailForms.ts';
import type { RecoveryRef } from '../../machines/auth/recoveryMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { NewPasswordForm } from '../signInMethods/AccountEmailForms.tsx';
import { LinkPage } from './LinkPage.tsx';

/** The page that the link of a recovery opens. `actor` is null where the address has no token that can be valid. */
export default function RecoverScreen({ actor }: { actor: RecoveryRef | null }) {
  return actor ? <Recovering actor={actor} /> : <NoLink />;
}

/** What will be done, a new password, and what comes next. */
function Recovering({ actor }: { actor: RecoveryRef }) {
  const { t } = useTexts('support');
  const isDone = useSelector(actor, (snapshot) => snapshot.matches('recovered'));
  const form = useSelector(actor, (snapshot) => snapshot.children.newPassword);
  if (isDone) {
    return (
      <LinkPage isOutcome title={t('support:recovery.done')}>
        <p role="status">{t('support:recovery.doneText')}</p>
        <h2 className="font-semibold">{t('support:notMe.nextTitle')}</h2>
        <ol className="flex list-decimal flex-col gap-2 ps-5">
          <li>{t('support:recovery.nextLogIn')}</li>
          <li>{t('support:recovery.nextFactor')}</li>
          <li>{t('support:recovery.nextCheck')}</li>
        </ol>
        <LinkButton href="/auth/login">{t('support:notMe.logIn')}</LinkButton>
      </LinkPage>
    );
  }
  return form && <Choosing form={form} />;
}

function Choosing({ form }: { form: NewPasswordRef }) {
  const { t } = useTexts('support');
  const code = useSelector(form, (snapshot) => snapshot.context.failure?.code);
  if (code === 'LINK_EXPIRED') {
    return (
      <LinkPage isOutcome title={t('support:recovery.over')}>
        <p>{t('support:recovery.overText')}</p>
        <LinkButton href="/auth/login" variant="secondary">
          {t('support:notMe.logIn')}
        </LinkButton>
      </LinkPage>
    );
  }
  return (
    <LinkPage title={t('support:recovery.title')}>
      <p>{t('support:recovery.text')}</p>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>{t('support:recovery.factors')}</li>
        <li>{t('support:recovery.sessions')}</li>
        <li>{t('support:recovery.hold')}</li>
      </ul>
      <div className="w-full">
        <NewPasswordForm actor={form} />
      </div>
      <p className="text-muted">{t('support:recovery.orClose')}</p>
    </LinkPage>
  );
}

function NoLink() {
  const { t } = useTexts('support');
  return (
    <LinkPage title={t('support:notMe.unknown')}>
      <p>{t('support:recovery.unknownText')}</p>
      <LinkButton href="/auth/login" variant="secondary">
        {t('support:notMe.logIn')}
      </LinkButton>
    </LinkPage>
  );
}
