import { Suspense } from 'react';
import type { ConsoleRef } from '../machines/console/consoleMachine.ts';
import type { PreferencesRef } from '../machines/shell/preferencesMachine.ts';
import { ConsoleScreen } from '../screens/console/ConsoleScreen.tsx';
import type { Languages } from '../services/languages/languages.ts';
import { areaScreens } from './areas.ts';
import { InLanguage } from './core/InLanguage.tsx';

interface Props {
  console: ConsoleRef;
  preferences: PreferencesRef;
  languages: Languages;
}

/** The console in the operator's language. */
export function ConsoleApp({ console, preferences, languages }: Props) {
  return (
    <InLanguage languages={languages}>
      <ConsoleScreen console={console} preferences={preferences}>
        {(name, area) => {
          const Screen = areaScreens[name];
          return (
            <Suspense>
              <Screen area={area} />
            </Suspense>
          );
        }}
      </ConsoleScreen>
    </InLanguage>
  );
}
