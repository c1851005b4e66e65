import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { AnalyticsRef } from '../../machines/analytics/analyticsArea.ts';
import type { AnalyticsViewRef } from '../../machines/analytics/analyticsViewMachine.ts';
import type { AppRef } from '../../machines/appMachine.ts';
import type { AccountEmailsRef } from '../../machines/auth/accountEmailsMachine.ts';
import type { BrowserWalletRef } from '../../machines/auth/browserWalletMachine.ts';
import type { CaptchaRef } from '../../machines/auth/captchaMachine.ts';
import type { GoogleRef } from '../../machines/auth/googleMachine.ts';
import type { RegistrationRef } from '../../machines/auth/registrationMachine.ts';
import type { SignInRef } from '../../machines/auth/signInMachine.ts';
import type { SignInMethodsRef } from '../../machines/auth/signInMethodsMachine.ts';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import type { AreaName } from '../../machines/core/location.ts';
import type { CancellationRef } from '../../machines/history/cancellationMachine.ts';
import type { HistoryDetailsRef, HistoryRef } from '../../machines/history/historyArea.ts';
import type { HistoryViewRef } from '../../machines/history/historyViewMachine.ts';
import type { KycRef } from '../../machines/kyc/kycMachine.ts';
import type { ExchangeRatesRef, ExchangesRef, ExchangeWalletRef } from '../../machines/money/exchangeArea.ts';
import type { ExchangeRef } from '../../machines/money/exchangeMachine.ts';
import type { PaymentRef } from '../../machines/money/paymentMachine.ts';
import type {
  DepositsRef,
  PaymentWalletRef,
  ReceiveAddressRef,
} from '../../machines/money/transactionsArea.ts';
import type { ArticleRef, NewsRef } from '../../machines/news/newsArea.ts';
import type { ProfileAreaRef } from '../../machines/profile/profileArea.ts';
import type { InboxAreaRef, InboxMarksRef, InboxRef } from '../../machines/shell/inboxArea.ts';
import type { LifetimeRef } from '../../machines/shell/lifetimeMachine.ts';
import type { PaletteTokensRef } from '../../machines/shell/paletteArea.ts';
import type { PaletteRef } from '../../machines/shell/paletteMachine.ts';
import type { UpdateRef } from '../../machines/shell/updateMachine.ts';
import type { ClosingRef } from '../../machines/support/closingMachine.ts';
import type { NewTicketRef } from '../../machines/support/newTicketMachine.ts';
import type { RepliesRef } from '../../machines/support/repliesMachine.ts';
import type { TicketRef, TicketsRef } from '../../machines/support/supportArea.ts';
import type { MarketRef, PriceHistoryRef } from '../../machines/wallet/marketMachine.ts';
import type { LiveRatesRef } from '../../machines/wallet/ratesMachine.ts';
import type { TokenChoiceRef } from '../../machines/wallet/tokenChoiceMachine.ts';
import type { CatalogueRef } from '../../machines/wallet/tokensArea.ts';
import type { TokensViewRef } from '../../machines/wallet/tokensViewMachine.ts';
import type { AccountRef, HoldsRef, WalletRef } from '../../machines/wallet/walletArea.ts';
import type { WalletViewRef } from '../../machines/wallet/walletViewMachine.ts';

/** The flows by the ids that the machines invoke them under. XState itself knows children by string only. */
interface SignedOutFlows {
  signIn: SignInRef;
  signInCaptcha: CaptchaRef;
  registration: RegistrationRef;
  captcha: CaptchaRef;
}

/** As `SignedOutFlows`: the sign-in methods beside a password. */
interface SignInFlows {
  offeredMethods: SignInMethodsRef;
  browserWallet: BrowserWalletRef;
  google: GoogleRef;
  accountEmails: AccountEmailsRef;
}

/** As `SignedOutFlows`, by area. */
interface AreaFlows extends Record<AreaName, Record<string, AnyActorRef>> {
  wallet: { wallet: WalletRef; holds: HoldsRef; account: AccountRef; walletView: WalletViewRef };
  exchange: {
    exchange: ExchangeRef;
    exchangeWallet: ExchangeWalletRef;
    exchangeRates: ExchangeRatesRef;
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
  news: { news: NewsRef; article: ArticleRef };
  support: {
    tickets: TicketsRef;
    ticket: TicketRef;
    newTicket: NewTicketRef;
    replies: RepliesRef;
    closing: ClosingRef;
    attachmentFile: ExportRef;
  };
  inbox: { inbox: InboxRef; inboxMarks: InboxMarksRef };
  session: { lifetime: LifetimeRef; update: UpdateRef };
  tokens: { catalogue: CatalogueRef; tokensView: TokensViewRef; tokenChoice: TokenChoiceRef };
  palette: { palette: PaletteRef; paletteTokens: PaletteTokensRef };
  analytics: { analytics: AnalyticsRef; analyticsView: AnalyticsViewRef; analyticsExport: ExportRef };
}

/** What the market is made of. */
interface MarketFlows {
  rates: LiveRatesRef;
  priceHistory: PriceHistoryRef;
}

/** A signed-out person's flow; null once it has ended, which is for the moment until another screen is drawn. */
export function useSignedOutFlow<Name extends keyof SignedOutFlows>(
  app: AppRef,
  name: Name,
): SignedOutFlows[Name] | null {
  const signedOut = useSelector(app, (snapshot) => snapshot.children.signedOut);
  return useChild(signedOut, name) as SignedOutFlows[Name] | null;
}

/** The sign-in methods beside a password; null until their code is there. `isReturning`: somebody has come by one of them. */
export function useSignInMethods(app: AppRef): {
  readonly flows: SignInFlows | null;
  readonly isReturning: boolean;
} {
  const signedOut = useSelector(app, (snapshot) => snapshot.children.signedOut);
  const signInMethods = useSelector(signedOut, (snapshot) => snapshot?.context.signInMethods ?? undefined);
  const isReturning = useSelector(signedOut, (snapshot) => snapshot?.context.callback != null);
  const flows = {
    offeredMethods: useChild(signInMethods, 'offeredMethods'),
    browserWallet: useChild(signInMethods, 'browserWallet'),
    google: useChild(signInMethods, 'google'),
    accountEmails: useChild(signInMethods, 'accountEmails'),
  };
  const isOpen = Object.values(flows).every((flow) => flow !== null);
  return { flows: isOpen ? (flows as SignInFlows) : null, isReturning };
}

/** A signed-in person's flow; null until its area is open, and once the session has ended. */
export function useFlow<Area extends AreaName, Name extends keyof AreaFlows[Area] & string>(
  app: AppRef,
  area: Area,
  name: Name,
): AreaFlows[Area][Name] | null {
  return useChild(useContent(app, area), name) as AreaFlows[Area][Name] | null;
}

/** The inbox as a whole; null until it is open, and once the session has ended. */
export function useInboxArea(app: AppRef): InboxAreaRef | null {
  return (useContent(app, 'inbox') ?? null) as InboxAreaRef | null;
}

/** The whole area of the profile, whose forms come and go. */
export function useProfileArea(app: AppRef): ProfileAreaRef | null {
  return (useContent(app, 'profile') ?? null) as ProfileAreaRef | null;
}

function useContent(app: AppRef, area: AreaName): AnyActorRef | undefined {
  const signedIn = useSelector(app, (snapshot) => snapshot.children.signedIn);
  const host = useSelector(signedIn, (snapshot) => snapshot?.context.areas[area]);
  return useSelector(host, (snapshot) => snapshot?.context.content ?? undefined);
}

/** The market; null until its code is there, and once the session has ended. */
export function useMarket(app: AppRef): MarketRef | null {
  const signedIn = useSelector(app, (snapshot) => snapshot.children.signedIn);
  return useSelector(signedIn, (snapshot) => snapshot?.context.market ?? null) as MarketRef | null;
}

/** One flow of the market. */
export function useMarketFlow<Name extends keyof MarketFlows>(
  app: AppRef,
  name: Name,
): MarketFlows[Name] | null {
  return useChild(useMarket(app) ?? undefined, name) as MarketFlows[Name] | null;
}

function useChild(parent: AnyActorRef | undefined, name: string): AnyActorRef | null {
  return useSelector(parent, (snapshot) => snapshot?.children[name] ?? null);
}
