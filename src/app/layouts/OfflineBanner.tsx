import { useSelector } from '@xstate/react';
import { WifiOff } from 'lucide-react';
import { useLocale } from 'react-aria-components/I18nProvider';
import { Age } from '../../components/base/Age.tsx';
import { Banner } from '../../components/base/Banner.tsx';
import type { AppRef } from '../../machines/appMachine.ts';
import { momentText } from '../../screens/core/dates.ts';
import { useTranslation } from '../../screens/core/useTranslation.ts';
import type { PageName } from '../wiring/pageProps.ts';
import { useShownSince } from './useShownSince.ts';

interface Props {
  app: AppRef;
  page: PageName;
}

/** Says that there is no connection, and how old the shown data is. */
export function OfflineBanner({ app, page }: Props) {
  const { t } = useTranslation('common');
  const { locale } = useLocale();
  const now = useSelector(app, (snapshot) => snapshot.context.now);
  const since = useShownSince(app, page);
  return (
    <Banner icon={WifiOff}>
      {t('offline.title')}{' '}
      {since === null ? (
        t('offline.nothing')
      ) : (
        <>
          {t('offline.since', { time: momentText(since, now(), locale) })} (
          <Age since={since} now={now} locale={locale} />
          ).
        </>
      )}{' '}
      {t('offline.next')}
    </Banner>
  );
}
