import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { AppRef } from '../machines/appMachine.ts';
import type { CancellationRef } from '../machines/cancellationMachine.ts';
import type { CaptchaRef } from '../machines/captchaMachine.ts';
import type { ClosingRef } from '../machines/closingMachine.ts';
import type { ExchangesRef, ExchangeWalletRef, RatesRef } from '../machines/exchangeArea.ts';
import type { ExchangeRef } from '../machines/exchangeMachine.ts';
import type { ExportRef } from '../machines/exportMachine.ts';
import type { HistoryDetailsRef, HistoryRef } from '../machines/historyArea.ts';
import type { HistoryViewRef } from '../machines/historyViewMachine.ts';
import type { InboxAreaRef, InboxMarksRef, InboxRef } from '../machines/inboxArea.ts';
import type { AreaName } from '../machines/location.ts';
import type { ArticleRef, NewsRef } from '../machines/newsArea.ts';
import type { NewTicketRef } from '../machines/newTicketMachine.ts';
import type { PaymentRef } from '../machines/paymentMachine.ts';
import type { RegistrationRef } from '../machines/registrationMachine.ts';
import type { RepliesRef } from '../machines/repliesMachine.ts';
import type { SignInRef } from '../machines/signInMachine.ts';
import type { TicketRef, TicketsRef } from '../machines/supportArea.ts';
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
  news: { news: NewsRef; article: ArticleRef };
  support: {
    tickets: TicketsRef;
    ticket: TicketRef;
    newTicket: NewTicketRef;
    replies: RepliesRef;
    closing: ClosingRef;
  };
  inbox: { inbox: InboxRef; inboxMarks: InboxMarksRef };
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
  const content = useContent(app, area) ?? undefined;
  return useChild(content, name) as AreaFlows[Area][Name] | null;
}

/** The inbox as a whole; null until it is open, and once the session has ended. */
export function useInboxArea(app: AppRef): InboxAreaRef | null {
  return useContent(app, 'inbox') as InboxAreaRef | null;
}

function useContent(app: AppRef, area: AreaName): AnyActorRef | null {
  const holder = useSelector(app, (snapshot) => snapshot.children.holder);
  const host = useSelector(holder, (snapshot) => snapshot?.context.areas[area]);
  return useSelector(host, (snapshot) => snapshot?.context.content ?? null);
}

function useChild(parent: AnyActorRef | undefined, name: string): AnyActorRef | null {
  return useSelector(parent, (snapshot) => snapshot?.children[name] ?? null);
}
