import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { AppRef } from '../machines/appMachine.ts';
import type { CancellationRef } from '../machines/cancellationMachine.ts';
import type { CaptchaRef } from '../machines/captchaMachine.ts';
import type { ExchangesRef, ExchangeWalletRef, RatesRef } from '../machines/exchangeArea.ts';
import type { ExchangeRef } from '../machines/exchangeMachine.ts';
import type { ExportRef } from '../machines/exportMachine.ts';
import type { HistoryDetailsRef, HistoryRef } from '../machines/historyArea.ts';
import type { HistoryViewRef } from '../machines/historyViewMachine.ts';
import type { KycRef } from '../machines/kycMachine.ts';
import type { AreaName } from '../machines/location.ts';
import type { PaymentRef } from '../machines/paymentMachine.ts';
import type { ProfileAreaRef } from '../machines/profileArea.ts';
import type { RegistrationRef } from '../machines/registrationMachine.ts';
import type { SignInRef } from '../machines/signInMachine.ts';
import type { DepositsRef, PaymentWalletRef, ReceiveAddressRef } from '../machines/transactionsArea.ts';
import type { AccountRef, HoldsRef, WalletRef } from '../machines/walletArea.ts';
import type { WalletViewRef } from '../machines/walletViewMachine.ts';

/** The flows by the ids that the machines invoke them under. XState itself knows children by string only. */
interface VisitorFlows {
  signIn: SignInRef;
  registration: RegistrationRef;
  captcha: CaptchaRef;
}

/** As `VisitorFlows`, by area. */
interface AreaFlows extends Record<AreaName, Record<string, AnyActorRef>> {
  wallet: { wallet: WalletRef; holds: HoldsRef; account: AccountRef; walletView: WalletViewRef };
  exchange: {
    exchange: ExchangeRef;
    exchangeWallet: ExchangeWalletRef;
    rates: RatesRef;
    exchanges: ExchangesRef;
  };
  profile: Record<string, AnyActorRef>;
  kyc: { kyc: KycRef };
  transactions: {
    send: PaymentRef;
    withdraw: PaymentRef;
    paymentWallet: PaymentWalletRef;
    receiveAddress: ReceiveAddressRef;
    deposits: DepositsRef;
  };
  history: {
    history: HistoryRef;
    historyDetails: HistoryDetailsRef;
    historyView: HistoryViewRef;
    historyExport: ExportRef;
    cancellation: CancellationRef;
  };
}

/** A visitor's flow; null once it has ended, which is for the moment until another screen is drawn. */
export function useVisitorFlow<Name extends keyof VisitorFlows>(
  app: AppRef,
  name: Name,
): VisitorFlows[Name] | null {
  const visitor = useSelector(app, (snapshot) => snapshot.children.visitor);
  return useChild(visitor, name) as VisitorFlows[Name] | null;
}

/** An account holder's flow; null until its area is open, and once the session has ended. */
export function useFlow<Area extends AreaName, Name extends keyof AreaFlows[Area] & string>(
  app: AppRef,
  area: Area,
  name: Name,
): AreaFlows[Area][Name] | null {
  return useChild(useContent(app, area), name) as AreaFlows[Area][Name] | null;
}

/** The whole area of the profile, whose forms come and go. */
export function useProfileArea(app: AppRef): ProfileAreaRef | null {
  return (useContent(app, 'profile') ?? null) as ProfileAreaRef | null;
}

function useContent(app: AppRef, area: AreaName): AnyActorRef | undefined {
  const holder = useSelector(app, (snapshot) => snapshot.children.holder);
  const host = useSelector(holder, (snapshot) => snapshot?.context.areas[area]);
  return useSelector(host, (snapshot) => snapshot?.context.content ?? undefined);
}

function useChild(parent: AnyActorRef | undefined, name: string): AnyActorRef | null {
  return useSelector(parent, (snapshot) => snapshot?.children[name] ?? null);
}
