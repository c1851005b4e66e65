import { LinkButton } from '../../components/base/LinkButton.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { useTranslation } from '../core/useTranslation.ts';

/** The page for an unknown address. It links to `/`, which leads everyone to a page that they may see. */
export default function NotFoundScreen() {
  const { t } = useTranslation(['common']);
  return (
    <div className="mx-auto flex max-w-lg flex-col items-start gap-4 py-8">
      <p aria-hidden className="font-mono text-muted text-sm">
        404
      </p>
      <PageTitle>{t('common:notFound.title')}</PageTitle>
      <p className="text-muted">{t('common:notFound.text')}</p>
      <LinkButton href="/" variant="primary">
        {t('common:notFound.home')}
      </LinkButton>
    </div>
  );
}
