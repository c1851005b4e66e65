import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { SkipLink } from './SkipLink.tsx';
import { Wordmark } from './Wordmark.tsx';

interface Props {
  skipLabel: string;
  homeHref: string;
  /** The label of the link around the wordmark. */
  homeLabel: string;
  /** Language and theme. */
  controls: ReactNode;
  /** One sentence about the product, beside the form on wide screens. */
  headline: ReactNode;
  /** A line under the headline. */
  tagline?: ReactNode;
  children: ReactNode;
}

/** The frame of sign-in and registration: the form, and on wide screens the headline beside it. */
export function SignedOutShell({
  skipLabel,
  homeHref,
  homeLabel,
  controls,
  headline,
  tagline,
  children,
}: Props) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <SkipLink label={skipLabel} />
      <div className="flex min-w-0 flex-col">
        {/* One row from 390 px and two below, so that the font, which loads last, cannot change the number of rows. */}
        <header className="flex items-center justify-between gap-2 px-4 py-3 max-[24.3rem]:flex-col max-[24.3rem]:items-start sm:px-8 sm:py-5">
          <Link href={homeHref} className="inline-flex min-h-touch items-center rounded-field">
            <Wordmark label={homeLabel} />
          </Link>
          <div className="flex flex-wrap items-center gap-1 sm:gap-2">{controls}</div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="focus-elsewhere flex flex-1 flex-col px-4 pt-6 pb-16 sm:px-8 sm:pt-12"
        >
          <div className="mx-auto w-full max-w-md">{children}</div>
        </main>
      </div>
      <aside className="sticky top-0 hidden h-dvh flex-col justify-between gap-8 overflow-hidden bg-board p-12 text-chalk lg:flex">
        <div aria-hidden />
        <BalanceDrawing />
        <div>
          <p className="max-w-md text-balance font-semibold text-2xl tracking-tight">{headline}</p>
          {tagline !== undefined && <p className="mt-4 max-w-sm text-base text-chalk/70">{tagline}</p>}
        </div>
      </aside>
    </div>
  );
}

/** A large drawing of the balance bar: the total and its three parts. */
function BalanceDrawing() {
  return (
    <svg aria-hidden viewBox="0 0 480 232" fill="none" className="w-full max-w-xl self-center">
      <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
        <path d="M9 30v-12h462v12M240 18v-10" opacity="0.5" />
        <rect x="314" y="48" width="96" height="56" rx="3" />
        <path d="M322 104l28-56M342 104l28-56M362 104l28-56M382 104l24-48" />
        <path d="M416 48h49a6 6 0 0 1 6 6v44a6 6 0 0 1-6 6h-49z" />
        <g opacity="0.5" strokeDasharray="1 6">
          <path d="M160 120v44M362 120v84M444 120v44" />
        </g>
      </g>
      <path d="M14 48h294v56h-294a6 6 0 0 1-6-6v-44a6 6 0 0 1 6-6z" className="fill-zest" />
      <circle cx="160" cy="178" r="8" className="fill-zest" />
      <circle cx="362" cy="218" r="7" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="444" cy="178" r="7" fill="currentColor" opacity="0.5" />
      <g fill="currentColor">
        <circle cx="430" cy="64" r="2" />
        <circle cx="443" cy="64" r="2" />
        <circle cx="456" cy="64" r="2" />
        <circle cx="430" cy="76" r="2" />
        <circle cx="443" cy="76" r="2" />
        <circle cx="456" cy="76" r="2" />
        <circle cx="430" cy="88" r="2" />
        <circle cx="443" cy="88" r="2" />
        <circle cx="456" cy="88" r="2" />
      </g>
    </svg>
  );
}
