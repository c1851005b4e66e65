import { useTranslation } from 'react-i18next';
import { Head } from './Head.tsx';
import type { PageName } from './pageProps.ts';
import { pages } from './pages.ts';

/** What a page is called by its address. */
export function PageHead({ page }: { page: PageName }) {
  const { t } = useTranslation('meta');
  const { title, description, hasOwnHead } = pages[page];
  return hasOwnHead ? null : <Head title={t(title)} description={t(description)} />;
}
