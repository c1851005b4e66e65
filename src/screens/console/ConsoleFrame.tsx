import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { classes } from '../../components/base/classes.ts';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import { ConsoleHeader } from '../../components/shell/ConsoleHeader.tsx';
import { SkipLink } from '../../components/shell/SkipLink.tsx';
import type { AreaName, ConsoleOperator } from '../../machines/console/consoleAreas.ts';
import { useTexts } from '../core/useTexts.ts';
import { useOperatorText } from './useOperatorText.ts';
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
  const operatorText = useOperatorText();
  const roleText = useRoleText();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink label={t('common:skip')} />
      <ConsoleHeader
        name={t('console:name')}
        labels={{
          navigation: t('common:navigation.label'),
          open: t('common:navigation.open'),
          close: t('common:navigation.close'),
        }}
        operator={operator && { name: operatorText(operator.name), role: roleText(operator.role) }}
        logOut={
          <Button variant="quiet" reason={isLocked ? t('console:locked') : undefined} onPress={onLogout}>
            {t('common:account.logOut')}
          </Button>
        }
        controls={controls}
        links={areas.map((area) => ({
          href: `#/${area}`,
          label: t(`console:areas.${area}`),
          isCurrent: area === current,
        }))}
      />
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
