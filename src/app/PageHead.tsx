import { useTranslation } from 'react-i18next';
import { brand } from '../brand.ts';
import type { PageName } from './pageProps.ts';
import { pages } from './pages.ts';

/** The page's title (`Wallet · Zesto Crypto Wallet`) and description; React puts both into the document's head. */
export function PageHead({ page }: { page: PageName }) {
  const { t } = useTranslation('meta');
  const { title, description } = pages[page];
  return (
    <>
      <title>{t('title', { page: t(title), brand: brand.name })}</title>
      <meta name="description" content={t(description)} />
    </>
  );
}
