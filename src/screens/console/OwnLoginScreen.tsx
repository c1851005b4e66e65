import { useSelector } from '@xstate/react';
import type { OwnLogin } from '../../../contract/operatorLogin.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { OwnLoginChange } from '../../machines/console/loginChangeForm.ts';
import type { OwnLoginAreaRef } from '../../machines/console/ownLoginArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { DetailsView } from './DetailsView.tsx';
import { OwnLoginDialog } from './OwnLoginDialog.tsx';
import { useOperatorText } from './useOperatorText.ts';

/** An operator's own login: password, authenticator app, passkeys. */
export default function OwnLoginScreen({ area }: { area: OwnLoginAreaRef }) {
  const { t } = useTexts('console');
  const operatorText = useOperatorText();
  const factors = useSelector(area, ({ children }) => children.factors);
  const { operator, changed } = useSelector(area, ({ context }) => context);
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <PageTitle>{t('console:ownLogin.title')}</PageTitle>
      <p className="max-w-prose text-muted">
        {t('console:ownLogin.about', { name: operatorText(operator.name) })}
      </p>
      <LiveRegion message={changed === null ? '' : t(`console:ownLogin.done.${changed}`)} />
      {changed !== null && <p aria-hidden>{t(`console:ownLogin.done.${changed}`)}</p>}
      {factors && (
        <DetailsView resource={factors} size="h-24" failed={t('console:ownLogin.failed')}>
          {(login) => <Factors login={login} area={area} />}
        </DetailsView>
      )}
      <OwnLoginDialog area={area} />
    </section>
  );
}

function Factors({ login: { totp, passkeys }, area }: { login: OwnLogin; area: OwnLoginAreaRef }) {
  const { t, locale } = useTexts('console');
  const hasPasskey = passkeys.length > 0;
  const request = (change: OwnLoginChange, passkey = '', name = '') =>
    area.send({ type: 'change.requested', change, passkey, name, hasPasskey });
  const used = (time: string | null) =>
    time === null
      ? t('console:ownLogin.unused')
      : t('console:ownLogin.used', { time: instantText(time, locale) });
  const isLast = (totp ? 1 : 0) + passkeys.length === 1 ? t('console:ownLogin.last') : undefined;
  return (
    <div className="grid max-w-flow grid-cols-1 items-start gap-4 min-[75rem]:max-w-none min-[75rem]:grid-cols-2">
      <div className="flex flex-col gap-4">
        <Card className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="font-semibold">{t('auth:fields.password')}</h2>
          <Button variant="secondary" onPress={() => request('password')}>
            {t('console:ownLogin.changePassword')}
          </Button>
        </Card>
        <Card className="flex flex-col gap-3">
          <h2 className="font-semibold">{t('console:ownLogin.app')}</h2>
          <p className="text-muted text-sm">{totp ? used(totp.last_used_at) : t('console:ownLogin.noApp')}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onPress={() => request('setUpApp')}>
              {t(totp ? 'console:ownLogin.renewApp' : 'console:ownLogin.setUpApp')}
            </Button>
            {totp && (
              <Button variant="quiet" reason={isLast} onPress={() => request('removeApp')}>
                {t('console:ownLogin.removeApp')}
              </Button>
            )}
          </div>
        </Card>
      </div>
      <Card className="flex flex-col gap-3">
        <h2 className="font-semibold">{t('console:ownLogin.passkeys')}</h2>
        {hasPasskey ? (
          <ul className="flex flex-col gap-3">
            {passkeys.map(({ id, name, last_used_at }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-2">
                <span className="flex min-w-0 flex-col">
                  <span className="[overflow-wrap:anywhere]">{name}</span>
                  <span className="text-muted text-sm">{used(last_used_at)}</span>
                </span>
                <span className="flex gap-1">
                  <Button
                    variant="quiet"
                    aria-label={t('console:ownLogin.renameOf', { name })}
                    onPress={() => request('renamePasskey', id, name)}
                  >
                    {t('console:ownLogin.rename')}
                  </Button>
                  <Button
                    variant="quiet"
                    aria-label={t('console:ownLogin.removeOf', { name })}
                    reason={isLast}
                    onPress={() => request('removePasskey', id, name)}
                  >
                    {t('console:ownLogin.remove')}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted text-sm">{t('console:ownLogin.noPasskey')}</p>
        )}
        <div>
          <Button variant="secondary" onPress={() => request('addPasskey')}>
            {t('console:ownLogin.addPasskey')}
          </Button>
        </div>
      </Card>
    </div>
  );
}
