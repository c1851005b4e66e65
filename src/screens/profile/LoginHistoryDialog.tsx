import type { Page } from '../../../contract/paging.ts';
import type { SignIn } from '../../../contract/signIns.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { PageButtons } from '../../components/base/PageButtons.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { StatusBadge, type Tone } from '../../components/base/StatusBadge.tsx';
import type { SignInsRef } from '../../machines/profile/accountDataMachine.ts';
import { instantText } from '../core/dates.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';

const tones: Readonly<Record<SignIn['outcome'], Tone>> = {
  succeeded: 'gain',
  wrong_password: 'loss',
  wrong_code: 'loss',
  code_missing: 'wait',
  throttled: 'loss',
  refused: 'loss',
  unknown: 'plain',
};

/** Who logged in to the account or tried to, a page at a time. */
export default function LoginHistoryDialog({ signIns }: { signIns: SignInsRef }) {
  const { t } = useTexts('profile');
  const show = (key: string | null) => signIns.send({ type: 'screen.shown', key });
  return (
    <Dialog
      isOpen
      onOpenChange={() => show(null)}
      title={t('profile:logins.title')}
      closeLabel={t('profile:logins.close')}
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">{t('profile:logins.unknownLogin')}</p>
        <Freshness resource={signIns} />
        <ResourceView
          resource={signIns}
          placeholder={
            <>
              <p role="status" className="sr-only">
                {t('profile:logins.loading')}
              </p>
              <Skeleton className="h-64 w-full" />
            </>
          }
          failed={t('profile:logins.failed')}
        >
          {(page) => <Lines page={page} onTurn={(to) => show(String(to))} />}
        </ResourceView>
      </div>
    </Dialog>
  );
}

function Lines({ page: { data, meta }, onTurn }: { page: Page<SignIn>; onTurn: (page: number) => void }) {
  const { t } = useTexts('profile');
  const last = Math.max(1, Math.ceil(meta.total / meta.per_page));
  if (data.length === 0) return <p>{t('profile:logins.none')}</p>;
  return (
    <>
      <ul className="flex flex-col">
        {data.map((signIn) => (
          <Line key={signIn.id} signIn={signIn} />
        ))}
      </ul>
      <PageButtons
        label={t('profile:logins.pages')}
        page={meta.page}
        last={last}
        labels={{
          back: t('profile:logins.back'),
          next: t('profile:logins.next'),
          more: t('profile:logins.more'),
          page: (each) => t('profile:logins.page', { page: each }),
          isFirst: t('profile:logins.firstPage'),
          isLast: t('profile:logins.lastPage'),
          isCurrent: t('profile:logins.currentPage'),
        }}
        onTurn={onTurn}
      />
    </>
  );
}

function Line({ signIn }: { signIn: SignIn }) {
  const { t, locale } = useTexts('profile');
  const { device, network, method, second_factor, outcome, attempts, at } = signIn;
  const steps = [
    t(`profile:logins.methods.${method}`),
    ...(second_factor === null ? [] : [t(`profile:logins.factors.${second_factor}`)]),
  ];
  return (
    <li className="flex flex-col gap-1 border-line border-t py-3 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-center justify-between gap-2 font-medium">
        {device ?? t('profile:sessions.unknownDevice')}
        <StatusBadge tone={tones[outcome]}>{t(`profile:logins.outcomes.${outcome}`)}</StatusBadge>
      </p>
      <p className="text-muted text-sm [overflow-wrap:anywhere]">
        {instantText(at, locale)}
        {' · '}
        {steps.join(' + ')}
        {' · '}
        {t('profile:logins.network', { network })}
        {attempts > 1 && <> · {t('profile:logins.attempts', { number: attempts })}</>}
      </p>
      {outcome === 'code_missing' && <p className="text-sm text-wait">{t('profile:logins.codeMissing')}</p>}
    </li>
  );
}
