import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { SkipLink } from './SkipLink.tsx';
import { Wordmark } from './Wordmark.tsx';

interface Props {
  skipLabel: string;
  homeHref: string;
  /** Language and theme. */
  controls: ReactNode;
  /** One sentence about the product, beside the form on wide screens. */
  headline: ReactNode;
  /** A line under the headline. */
  tagline?: ReactNode;
  children: ReactNode;
}

/** Sign-in and registration: the form on paper, and on wide screens the promise beside it. */
export function SignedOutShell({ skipLabel, homeHref, controls, headline, tagline, children }: Props) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <SkipLink label={skipLabel} />
      <div className="flex min-w-0 flex-col">
        <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 sm:px-8 sm:py-5">
          <Link href={homeHref} className="inline-flex min-h-touch items-center rounded-field">
            <Wordmark />
          </Link>
          <div className="flex flex-wrap items-center gap-2">{controls}</div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="focus-elsewhere flex flex-1 flex-col px-4 pt-6 pb-16 sm:px-8 sm:pt-12"
        >
          <div className="mx-auto w-full max-w-md">{children}</div>
        </main>
      </div>
      <aside className="sticky top-0 hidden h-dvh flex-col justify-between overflow-hidden bg-zest p-12 text-on-zest lg:flex">
        <div aria-hidden />
        <BalanceDrawing />
        <div>
          <p className="max-w-md text-balance font-semibold text-2xl tracking-tight">{headline}</p>
          {tagline !== undefined && <p className="mt-4 max-w-sm text-base">{tagline}</p>}
        </div>
      </aside>
    </div>
  );
}

/** The balance bar, large and cut open: the whole, and its three parts under it. */
function BalanceDrawing() {
  return (
    <svg aria-hidden viewBox="0 0 480 260" fill="none" className="w-full max-w-xl self-center">
      <g stroke="currentColor" strokeWidth="1.5">
        <path d="M8 24v-12h464v12M240 12v-10" />
        <rect x="8" y="40" width="464" height="56" rx="6" />
        <path d="M312 40v56M412 40v56" />
      </g>
      <rect x="8" y="40" width="304" height="56" rx="6" fill="currentColor" />
      <path
        d="M324 96l28-56M344 96l28-56M364 96l28-56M384 96l28-56"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      <g stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 5" strokeLinecap="round">
        <path d="M160 108v60M362 108v100M442 108v60" />
      </g>
      <g fill="currentColor">
        <circle cx="160" cy="182" r="7" />
        <circle cx="442" cy="182" r="7" opacity="0.4" />
      </g>
      <circle cx="362" cy="222" r="7" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
