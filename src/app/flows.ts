import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { AppRef } from '../machines/appMachine.ts';
import type { CaptchaRef } from '../machines/captchaMachine.ts';
import type { ExportRef } from '../machines/exportMachine.ts';
import type { HistoryViewRef } from '../machines/historyViewMachine.ts';
import type { HistoryDetailsRef, HistoryRef, HoldsRef, WalletRef } from '../machines/holderMachine.ts';
import type { RegistrationRef } from '../machines/registrationMachine.ts';
import type { SignInRef } from '../machines/signInMachine.ts';
import type { WalletViewRef } from '../machines/walletViewMachine.ts';

/** The flows by the ids that the machines invoke them under. XState itself knows children by string only. */
interface VisitorFlows {
  signIn: SignInRef;
  registration: RegistrationRef;
  captcha: CaptchaRef;
}

interface HolderFlows {
  wallet: WalletRef;
  holds: HoldsRef;
  walletView: WalletViewRef;
  history: HistoryRef;
  historyDetails: HistoryDetailsRef;
  historyView: HistoryViewRef;
  historyExport: ExportRef;
}

/** A visitor's flow; null once it has ended, which is for the moment until another screen is drawn. */
export function useVisitorFlow<Name extends keyof VisitorFlows>(
  app: AppRef,
  name: Name,
): VisitorFlows[Name] | null {
  return useFlow(app, 'visitor', name) as VisitorFlows[Name] | null;
}

/** An account holder's flow; null as for a visitor's. */
export function useHolderFlow<Name extends keyof HolderFlows>(
  app: AppRef,
  name: Name,
): HolderFlows[Name] | null {
  return useFlow(app, 'holder', name) as HolderFlows[Name] | null;
}

function useFlow(app: AppRef, owner: 'visitor' | 'holder', name: string): AnyActorRef | null {
  const parent = useSelector(app, (snapshot) => snapshot.children[owner] as AnyActorRef | undefined);
  return useSelector(parent, (snapshot) => snapshot?.children[name] ?? null);
}
