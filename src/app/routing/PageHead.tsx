import { useTranslation } from '../../screens/core/useTranslation.ts';
import { Head } from '../wiring/Head.tsx';
import type { PageName } from '../wiring/pageProps.ts';
import { pages } from './pages.ts';

/** Sets the title of a page by its address. */
export function PageHead({ page }: { page: PageName }) {
  const { t } = useTranslation(['common', 'meta']);
  if (pages[page].hasOwnHead) return null;
  return <Head title={t(`meta:${page}.title`)} description={t(`meta:${page}.description`)} />;
}
