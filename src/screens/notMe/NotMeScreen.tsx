import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import type { NotMeRef } from '../../machines/auth/notMeMachine.ts';
import { instantText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';
import { LinkPage } from './LinkPage.tsx';

/** The page of "This was not me": what will happen, the button, and what was done. */
export default function NotMeScreen({ actor }: { actor: NotMeRef }) {
  const state = useSelector(actor, (snapshot) => snapshot);
  const { t, locale } = useTexts('support');
  const { report, failure } = state.context;
  if (state.matches('over')) {
    return (
      <LinkPage isOutcome title={t('support:notMe.over')}>
        <p>{t('support:notMe.overText')}</p>
        <LogIn />
      </LinkPage>
    );
  }
  if (state.matches('unknown')) {
    return (
      <LinkPage isOutcome={state.context.target !== null} title={t('support:notMe.unknown')}>
        <p>{t('support:notMe.unknownText')}</p>
        <LogIn />
      </LinkPage>
    );
  }
  if (report?.lifted_at) {
    return (
      <LinkPage isOutcome title={t('support:notMe.used')}>
        <p role="status">
          {t('support:notMe.usedText', {
            reported: instantText(report.reported_at, locale),
            lifted: instantText(report.lifted_at, locale),
          })}
        </p>
        <p>{t('support:notMe.usedNext')}</p>
        <LogIn isFirst />
      </LinkPage>
    );
  }
  if (report) {
    return (
      <LinkPage isOutcome title={t('support:notMe.done')}>
        <div role="status" className="flex flex-col gap-2">
          <p>{t('support:notMe.doneText', { number: report.ticket })}</p>
          <p className="text-muted">
            {t('support:notMe.counts', { cancelled: report.cancelled, held: report.held })}
          </p>
        </div>
        <h2 className="font-semibold">{t('support:notMe.nextTitle')}</h2>
        <ol className="flex list-decimal flex-col gap-2 ps-5">
          <li>{t('support:notMe.nextPassword')}</li>
          <li>{t('support:notMe.nextProof')}</li>
          <li>{t('support:notMe.nextSupport')}</li>
        </ol>
        <LogIn isFirst />
      </LinkPage>
    );
  }
  return (
    <LinkPage title={t('support:notMe.title')}>
      <p>{t('support:notMe.text')}</p>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>{t('support:notMe.freeze')}</li>
        <li>{t('support:notMe.sessions')}</li>
        <li>{t('support:notMe.cancel')}</li>
        <li>{t('support:notMe.ticket')}</li>
      </ul>
      {failure && (
        <div role="alert" className="flex flex-col text-loss">
          <p>{t(failureText[failure.code].sentence)}</p>
          <p>{t(failureText[failure.code].next)}</p>
        </div>
      )}
      <Button
        variant="danger"
        isPending={state.hasTag('busy')}
        onPress={() => actor.send({ type: 'report.pressed' })}
      >
        {t('support:notMe.press')}
      </Button>
      <p className="text-muted">{t('support:notMe.orClose')}</p>
    </LinkPage>
  );
}

function LogIn({ isFirst = false }: { isFirst?: boolean }) {
  const { t } = useTexts('support');
  return (
    <LinkButton href="/auth/login" variant={isFirst ? 'primary' : 'secondary'}>
      {t('support:notMe.logIn')}
    </LinkButton>
  );
}
