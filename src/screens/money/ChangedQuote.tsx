import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { useTexts } from '../core/useTexts.ts';

/** One thing that a person agreed to, as it was and as it is now. */
interface ChangedTerm {
  readonly term: string;
  readonly before: ReactNode;
  readonly now: ReactNode;
}

interface Props {
  /** Only the terms that differ. */
  terms: readonly ChangedTerm[];
  onAccept: () => void;
}

/** Compares the new quote with the last accepted one; nothing is sent before the person accepts it. */
export function ChangedQuote({ terms, onAccept }: Props) {
  const { t } = useTexts('transactions');
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-card border border-wait p-4">
      <p className="font-semibold">{t('transactions:flow.changed')}</p>
      <dl className="flex w-full flex-col gap-2">
        {terms.map(({ term, before, now }) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted text-sm">{term}</dt>
            <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="sr-only">{t('transactions:flow.before')}</span>
              <del className="decoration-1">{before}</del>
              <ArrowRight {...iconProps} size={14} aria-hidden className="self-center text-muted" />
              <span className="sr-only">{t('transactions:flow.now')}</span>
              <ins className="no-underline">{now}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <Button variant="secondary" onPress={onAccept}>
        {t('transactions:flow.acceptChanged')}
      </Button>
    </div>
  );
}
