import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { classes } from '../../components/base/classes.ts';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import { SkipLink } from '../../components/shell/SkipLink.tsx';
import { Wordmark } from '../../components/shell/Wordmark.tsx';
import type { AreaName, ConsoleOperator } from '../../machines/console/consoleAreas.ts';
import { useTexts } from '../core/useTexts.ts';
import { useRoleText } from './useRoleText.ts';

interface Props {
  /** Language and theme. */
  controls: ReactNode;
  /** Null while nobody is logged in. */
  operator: ConsoleOperator | null;
  areas: readonly AreaName[];
  current: AreaName | null;
  /** Whether leaving now would interrupt something. */
  isLocked: boolean;
  onLogout: () => void;
  /** Names the content: other content takes the focus that was in the content before. */
  place: string;
  children: ReactNode;
}

/** The title takes the focus; without one, the content does. */
const focusTitle = (content: HTMLElement | null) =>
  takeLostFocus(content?.querySelector<HTMLElement>('h1') ?? content);

/** The frame of every area of the console: navigation, operator and sign-out. */
export function ConsoleFrame(props: Props) {
  const { controls, operator, areas, current, isLocked, onLogout, place, children } = props;
  const { t } = useTexts('console');
  const roleText = useRoleText();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink label={t('common:skip')} />
      <header className="border-line border-b bg-surface px-4 sm:px-6">
        <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="flex items-center gap-3">
            <Wordmark />
            <span className="text-muted">{t('console:name')}</span>
          </div>
          {/* On a phone, the operator stands beside the wordmark, and the switches below. */}
          <div className="contents items-center gap-2 md:flex">
            {operator && (
              <div className="-mr-3 flex items-center md:mr-0">
                <span className="flex flex-col text-right text-sm leading-tight">
                  {operator.name} <span className="text-muted text-xs">{roleText(operator.role)}</span>
                </span>
                <Button
                  variant="quiet"
                  reason={isLocked ? t('console:locked') : undefined}
                  onPress={onLogout}
                >
                  {t('common:account.logOut')}
                </Button>
              </div>
            )}
            <div className="flex flex-wrap items-center gap-2">{controls}</div>
          </div>
        </div>
        {areas.length > 0 && (
          <nav aria-label={t('common:navigation.label')} className="mx-auto max-w-page">
            <ul className="-mx-3 flex flex-wrap sm:gap-x-0.5">
              {areas.map((area) => (
                <li key={area}>
                  <a
                    href={`#/${area}`}
                    aria-current={area === current ? 'page' : undefined}
                    className={classes(
                      'inline-flex min-h-touch items-center border-b-2 px-3',
                      area === current
                        ? 'border-zest font-semibold'
                        : 'border-transparent text-muted hover:text-ink',
                    )}
                  >
                    {t(`console:areas.${area}`)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </header>
      <main id="content" tabIndex={-1} className="focus-elsewhere flex-1 px-4 py-6 sm:px-6 sm:py-8">
        <div
          key={place}
          ref={focusTitle}
          tabIndex={-1}
          className={classes('focus-elsewhere mx-auto', operator ? 'max-w-page' : 'max-w-md')}
        >
          {children}
        </div>
      </main>
    </div>
  );
}
