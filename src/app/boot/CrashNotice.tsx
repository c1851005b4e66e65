import { use } from 'react';
import { PageReload } from '../../components/base/pageReload.ts';
import { fallbackWords } from './fallbackWords.ts';

const linkClass =
  'inline-flex min-h-touch cursor-pointer items-center rounded-field font-medium text-zest-ink underline underline-offset-4';

/**
 * `onRetry` is null when only a reload helps. Drawn with plain elements and links that reload the app, because anything else may be broken
 * itself.
 */
export function CrashNotice({ onRetry }: { onRetry: (() => void) | null }) {
  const { title, text, retry, reload, locked, home } = fallbackWords();
  const page = use(PageReload);
  return (
    <div role="alert" className="mx-auto flex max-w-lg flex-col gap-4 px-4 py-16">
      <h1 id="page-title" tabIndex={-1} className="font-semibold text-xl">
        {title}
      </h1>
      <p className="text-muted">{page.isLocked ? locked : text}</p>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {onRetry && (
          <button type="button" className={linkClass} onClick={onRetry}>
            {retry}
          </button>
        )}
        {!page.isLocked && (
          <button type="button" className={linkClass} onClick={page.reload}>
            {reload}
          </button>
        )}
        <a href="/" className={linkClass}>
          {home}
        </a>
      </div>
    </div>
  );
}
