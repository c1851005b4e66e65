import type { ReactNode } from 'react';
import type { Factors } from '../../../contract/factors.ts';
import type { Passkey } from '../../../contract/passkeys.ts';
import { Button } from '../../components/base/Button.tsx';
import type { FactorChange } from '../../machines/profile/factorForms.ts';
import { instantDayText, instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  factors: Factors;
  onChange: (change: FactorChange, passkey?: Passkey) => void;
}

/** Whether the account has a second factor. Recovery codes are deleted with the last one. */
export const isProtected = ({ totp, passkeys }: Factors) => totp !== null || passkeys.length > 0;

/** The second factors, since when they exist, and how to change them. */
export function FactorsSection({ factors, onChange }: Props) {
  const { totp, passkeys, recovery_codes_left } = factors;
  const { t, locale } = useTexts('profile');
  const dates = ({ created_at, last_used_at }: { created_at: string; last_used_at: string | null }) => (
    <>
      <p>{t('profile:factors.since', { date: instantDayText(created_at, locale) })}</p>
      {last_used_at !== null && (
        <p className="text-muted text-sm">
          {t('profile:factors.used', { time: instantText(last_used_at, locale) })}
        </p>
      )}
    </>
  );
  return (
    <section className="flex flex-col gap-3 border-line border-t pt-4" aria-labelledby="second-factors">
      <h3 id="second-factors" className="text-muted text-sm">
        {t('profile:factors.title')}
      </h3>
      <Row
        name={t('profile:factors.app')}
        action={
          totp ? (
            <Button variant="secondary" onPress={() => onChange('remove')}>
              {t('profile:factors.turnOff')}
            </Button>
          ) : (
            <Button variant="secondary" onPress={() => onChange('add')}>
              {t('profile:factors.setUp')}
            </Button>
          )
        }
      >
        {totp ? dates(totp) : <p className="text-muted text-sm">{t('profile:factors.off')}</p>}
      </Row>
      <Row
        name={t('profile:factors.passkeys')}
        action={
          <Button variant="secondary" onPress={() => onChange('addPasskey')}>
            {t('profile:factors.addPasskey')}
          </Button>
        }
      >
        <p className="text-muted text-sm">{t('profile:factors.passkeysAbout')}</p>
      </Row>
      {passkeys.length > 0 && (
        <ul className="flex flex-col gap-3" aria-label={t('profile:factors.passkeys')}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Row
                name={passkey.name}
                action={
                  <div className="flex flex-wrap gap-2">
                    <Button
                      variant="secondary"
                      aria-label={t('profile:factors.renameNamed', passkey)}
                      onPress={() => onChange('renamePasskey', passkey)}
                    >
                      {t('profile:factors.renamePasskey')}
                    </Button>
                    <Button
                      variant="secondary"
                      aria-label={t('profile:factors.removeNamed', passkey)}
                      onPress={() => onChange('removePasskey', passkey)}
                    >
                      {t('profile:factors.removePasskey')}
                    </Button>
                  </div>
                }
              >
                {dates(passkey)}
                <p className="text-muted text-sm">
                  {t(passkey.backed_up ? 'profile:factors.synced' : 'profile:factors.deviceOnly')}
                </p>
              </Row>
            </li>
          ))}
        </ul>
      )}
      {isProtected(factors) && (
        <Row
          name={t('profile:factors.codes')}
          action={
            <Button variant="secondary" onPress={() => onChange('renew')}>
              {t('profile:factors.renew')}
            </Button>
          }
        >
          <p>{t('profile:factors.codesLeft', { number: recovery_codes_left })}</p>
          <p className="text-muted text-sm">{t('profile:factors.codesOnce')}</p>
        </Row>
      )}
    </section>
  );
}

function Row({ name, action, children }: { name: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>{name}</p>
        {children}
      </div>
      <div className="sm:shrink-0">{action}</div>
    </div>
  );
}
