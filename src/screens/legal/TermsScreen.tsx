import type { ReactNode } from 'react';
import { legalParts } from '../../../contract/legal.ts';
import { Link } from '../../components/base/Link.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { useTexts } from '../core/useTexts.ts';
import { LegalText } from './LegalText.tsx';

interface Props {
  /** The URL of the terms if they are elsewhere; null for this page. */
  url: string | null;
  /** The question to a person who has not agreed yet. */
  children?: ReactNode;
}

export function TermsScreen({ url, children }: Props) {
  const { t } = useTexts('legal');
  const parts = legalParts.terms.map((part) => ({
    title: t(`legal:terms.${part}.title`),
    text: t(`legal:terms.${part}.text`),
  }));
  if (url !== null) {
    return (
      <div className="flex max-w-prose flex-col items-start gap-6">
        <PageTitle>{t('legal:terms.title')}</PageTitle>
        <Link href={url} target="_blank" rel="noopener noreferrer">
          {t('legal:read')}
        </Link>
        {children}
      </div>
    );
  }
  return (
    <>
      <LegalText
        title={t('legal:terms.title')}
        parts={parts}
        other={{ href: '/privacy', label: t('legal:toPrivacy') }}
      />
      {children}
    </>
  );
}
