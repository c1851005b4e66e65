import { useId } from 'react';
import { termsVersion } from '../../../contract/legal.ts';
import { Link } from '../../components/base/Link.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { dayText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  title: string;
  parts: readonly { readonly title: string; readonly text: string }[];
  /** The other of the two texts. */
  other: { readonly href: string; readonly label: string };
}

/** A text to read, in numbered parts, with the day of its version. */
export function LegalText({ title, parts, other }: Props) {
  const { t, locale } = useTexts('legal');
  return (
    <article className="flex max-w-prose flex-col gap-6">
      <header className="flex flex-col gap-2">
        <PageTitle>{title}</PageTitle>
        <p className="text-muted">{t('legal:version', { date: dayText(termsVersion, locale) })}</p>
        <p className="rounded-card border border-line bg-surface p-4 text-muted">{t('legal:reference')}</p>
      </header>
      <ol className="flex flex-col gap-5">
        {parts.map((part, index) => (
          <Part key={part.title} number={index + 1} {...part} />
        ))}
      </ol>
      <p>
        <Link href={other.href}>{other.label}</Link>
      </p>
    </article>
  );
}

function Part({ number, title, text }: { number: number; title: string; text: string }) {
  const id = useId();
  return (
    <li aria-labelledby={id} className="flex flex-col gap-1">
      <h2 id={id} className="font-semibold">
        {number}. {title}
      </h2>
      <p>{text}</p>
    </li>
  );
}
