import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { Failure } from '../../components/base/Failure.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { Spinner } from '../../components/base/Spinner.tsx';
import { type AreaName, areasOf } from '../../machines/console/consoleAreas.ts';
import type { ConsoleRef } from '../../machines/console/consoleMachine.ts';
import { areaIn } from '../../machines/console/consoleSetup.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { ConsoleControls } from './ConsoleControls.tsx';
import { ConsoleFrame } from './ConsoleFrame.tsx';
import { OperatorLogin } from './OperatorLogin.tsx';
import { operatorFailure } from './operatorFailure.ts';

interface Props {
  console: ConsoleRef;
  preferences: PreferencesRef;
  /** Draws an area that is open. */
  children: (name: AreaName, area: AnyActorRef) => ReactNode;
}

/** The whole console, drawn from its machine. */
export function ConsoleScreen({ console, preferences, children }: Props) {
  const { t } = useTexts('console');
  const state = useSelector(console, (snapshot) => snapshot);
  const isSignedIn = state.hasTag('signedIn');
  const { operator, locked } = state.context;
  const current = areaIn(state.context);
  const named = isSignedIn && current ? t(`console:areas.${current}`) : t('console:login.title');
  return (
    <>
      <title>{t('console:title', { area: named })}</title>
      <ConsoleFrame
        operator={isSignedIn ? operator : null}
        areas={isSignedIn && operator ? areasOf(operator.role) : []}
        current={current}
        isLocked={locked.length > 0}
        onLogout={() => console.send({ type: 'logout.requested' })}
        controls={<ConsoleControls preferences={preferences} />}
        place={`${JSON.stringify(state.value)} ${current}`}
      >
        <Content console={console}>{children}</Content>
      </ConsoleFrame>
    </>
  );
}

function Content({ console, children }: Pick<Props, 'console' | 'children'>) {
  const { t } = useTexts('console');
  const state = useSelector(console, (snapshot) => snapshot);
  const { login, passkey } = state.children;
  const { operator, areas, failure } = state.context;
  const area = areaIn(state.context);
  const actor = area && areas[area];
  if (state.hasTag('loggingIn') && login) {
    return (
      <OperatorLogin
        login={login}
        passkey={passkey}
        expired={state.matches('expired') ? (operator?.name ?? null) : null}
        onDiscard={() => console.send({ type: 'work.discarded' })}
      />
    );
  }
  if (area && actor && state.matches({ signedIn: 'showing' })) return children(area, actor);
  if (state.matches({ signedIn: 'forbidden' })) {
    return (
      <section className="flex flex-col gap-2">
        <PageTitle>{t('console:forbidden.title')}</PageTitle>
        <p>{t('console:forbidden.text')}</p>
      </section>
    );
  }
  if (state.matches('unreachable') || state.matches({ signedIn: 'missing' })) {
    return (
      <div className="flex flex-col gap-6">
        <PageTitle isHidden>{t('console:name')}</PageTitle>
        <Failure
          title={t(state.matches('unreachable') ? 'console:unreachable' : 'console:missing')}
          retry={{
            label: t('common:actions.tryAgain'),
            isBusy: false,
            onPress: () => console.send({ type: 'retry.requested' }),
          }}
        >
          {failure && <p>{t(operatorFailure(failure.code).next)}</p>}
        </Failure>
      </div>
    );
  }
  return (
    <div className="flex justify-center py-16">
      <PageTitle isHidden>{t('console:name')}</PageTitle>
      <Spinner label={t('common:loading')} />
    </div>
  );
}
