import { describe, expect, it } from 'vitest';
import { eventTypes, groupings } from '../../contract/analytics.ts';
import { secondFactors } from '../../contract/factors.ts';
import { documentTypes } from '../../contract/kyc.ts';
import { reviewedStatuses } from '../../contract/kycReview.ts';
import { legalParts } from '../../contract/legal.ts';
import { languages as newsLanguages } from '../../contract/news.ts';
import { securityOccasions } from '../../contract/occasions.ts';
import { operatorNames } from '../../contract/operatorNames.ts';
import { operatorRoles } from '../../contract/operatorRoles.ts';
import { totalRanges } from '../../contract/portfolio.ts';
import {
  documentReasons,
  freezeReasons,
  refusalReasons,
  transactionReasons,
} from '../../contract/reasons.ts';
import { recoveryOutcomes } from '../../contract/recovery.ts';
import { ruleNames } from '../../contract/rules.ts';
import { signInMethodNames, signInOutcomes } from '../../contract/signIns.ts';
import { documentSteps, exchangeSteps, kycSteps, transactionSteps } from '../../contract/statuses.ts';
import { ticketCategories, ticketPriorities, ticketStatuses } from '../../contract/support.ts';
import { transactionKinds } from '../../contract/transactions.ts';
import { holdKinds } from '../../contract/wallet.ts';
import { pages } from '../../src/app/routing/pages.ts';
import { consoleAreas } from '../../src/machines/console/consoleAreas.ts';
import { datePresets } from '../../src/machines/core/datePresets.ts';
import { walletDepositProblems } from '../../src/machines/deposit/walletProblem.ts';
import { transactionTabs } from '../../src/machines/money/transactionsQuery.ts';
import { asked, filesOf, namespaces, pluralSets, uses, wordsOf } from './words.ts';

const ownLoginChanges = [
  ...['password', 'setUpApp', 'removeApp'],
  ...['addPasskey', 'renamePasskey', 'removePasskey'],
];
const personChanges = ['invite', 'link', 'role', 'reset', 'disable'];

const en = wordsOf('en');
const ru = wordsOf('ru');
const languages = [
  ['en', en],
  ['ru', ru],
] as const;

const textsWith = (words: ReadonlyMap<string, string>, pattern: RegExp) =>
  [...words].filter(([, text]) => pattern.test(text));

/** Every page, but for those with a head of their own. */
const pageNames = Object.entries(pages).flatMap(([name, { hasOwnHead }]) => (hasOwnHead ? [] : [name]));

/** Keys that code puts together: their constant beginning, and everything that can stand after it. */
const composed: Readonly<Record<string, readonly string[]>> = {
  'analytics:types.': [...eventTypes, 'unknown'],
  'analytics:groups.': groupings,
  'transactions:presets.': datePresets,
  'analytics:flows.': ['in', 'out', 'net', 'fees'],
  'wallet:history.ranges.': totalRanges,
  'wallet:balances.': ['available', 'pending', 'frozen'],
  'wallet:actions.': ['receive', 'send', 'exchange', 'withdraw'],
  'meta:': pageNames.flatMap((page) => [`${page}.title`, `${page}.description`]),
  'wallet:kinds.': [...holdKinds, 'unknown'],
  'transactions:kinds.': [...transactionKinds, 'unknown'],
  'transactions:statuses.': [...Object.keys(transactionSteps), 'unknown'],
  'transactions:next.': ['processing', 'completed', 'failed', 'cancelled'],
  'transactions:reasons.': [...transactionReasons, 'unknown'],
  'kyc:reasons.': [...documentReasons, 'unknown'],
  'wallet:frozenAccount.reasons.': [...freezeReasons, 'unknown'],
  'transactions:hindrance.': ['offline', 'frozen', 'withdrawalsOff', 'noNetwork'],
  'transactions:link.': [...['format', 'address', 'coin', 'amount', 'chain', 'token', 'contract', 'unknown']],
  'transactions:scan.problem.': ['refused', 'missing', 'taken', 'failed'],
  'transactions:cancel.late.': [...Object.keys(transactionSteps), 'unknown'],
  'transactions:proof.by.': ['passkey', 'wallet', 'openid'],
  'transactions:proof.use.': ['passkey', 'factor', 'email', 'password', 'wallet', 'openid'],
  'transactions:moves.': ['in', 'out', 'none', 'unknown'],
  'transactions:byWallet.steps.': ['wallet', 'amount', 'network', 'done'],
  'transactions:byWallet.problems.': walletDepositProblems,
  'transactions:byWallet.next.': walletDepositProblems,
  'transactions:tabs.': transactionTabs,
  'validation:any.': ruleNames,
  'common:language.': ['en', 'ru'],
  'common:inbox.security.': [...securityOccasions, 'any'],
  'console:areas.': Object.keys(consoleAreas),
  'console:news.change.': newsLanguages,
  'console:news.write.': newsLanguages,
  'console:reasons.': refusalReasons,
  'console:operatorNames.': Object.keys(operatorNames),
  'console:roles.': operatorRoles,
  'console:setup.': ['used', 'expired', 'revoked'],
  'console:ownLogin.done.': ownLoginChanges,
  'console:ownLogin.titles.': ownLoginChanges,
  'console:ownLogin.texts.': ownLoginChanges,
  'console:operators.statuses.': ['invited', 'active', 'disabled'],
  'console:operators.changes.': personChanges,
  'console:operators.texts.': personChanges,
  'console:kyc.statuses.': reviewedStatuses,
  'console:kyc.documentStatuses.': Object.keys(documentSteps),
  'console:kyc.types.': documentTypes,
  'console:kyc.reasons.': documentReasons,
  'console:tickets.statuses.': ticketStatuses,
  'console:tickets.priorities.': ticketPriorities,
  'console:treasury.coins.': ['hot', 'cold', 'gas'],
  'console:treasury.figures.': [
    'deposit_addresses',
    'hot_wallet',
    'cold_address',
    'gas_address',
    'arriving',
    'leaving',
    'owed',
    'fees',
    'exchanged',
    'float',
  ],
  'console:freezes.recovery.statuses.': ['telling', 'waiting', 'ready', ...recoveryOutcomes],
  'console:freezes.reasons.': [...freezeReasons, 'not_me'],
  'transactions:flow.step.': ['amount', 'recipient', 'review', 'done', 'notDone'],
  'transactions:flow.elsewhere.': ['exchange', 'payment', 'deposit'],
  'exchange:statuses.': [...Object.keys(exchangeSteps), 'unknown'],
  'support:statuses.': [...ticketStatuses, 'unknown'],
  'support:next.': ticketStatuses,
  'support:categories.': [...ticketCategories, 'unknown'],
  'support:priorities.': [...ticketPriorities, 'unknown'],
  'support:authors.': ['me', 'support', 'unknown'],
  'legal:terms.': legalParts.terms.flatMap((part) => [`${part}.title`, `${part}.text`]),
  'legal:privacy.': legalParts.privacy.flatMap((part) => [`${part}.title`, `${part}.text`]),
  'support:files.': ['waiting', 'sent', 'failed'],
  'profile:genders.': ['none', 'female', 'male', 'other'],
  'profile:logins.methods.': [...signInMethodNames, 'unknown'],
  'profile:logins.factors.': [...secondFactors, 'unknown'],
  'profile:logins.outcomes.': [...signInOutcomes, 'unknown'],
  'profile:identity.statuses.': [...Object.keys(kycSteps), 'unknown'],
  'kyc:rail.': ['prepare', 'review', 'verified'],
  'kyc:steps.': ['details', 'identity', 'address', 'selfie', 'review'],
  'kyc:types.': [...documentTypes, 'unknown'],
  'kyc:documentStatuses.': [...Object.keys(documentSteps), 'unknown'],
  'kyc:notStarted.': ['identity', 'address', 'selfie'],
  'kyc:document.': ['identity.title', 'identity.text', 'address.title', 'address.text'],
  'kyc:document.done.': ['uploaded', 'removed'],
  'kyc:': [
    ...['notStarted', 'rejected', 'expired'].flatMap((kind) => [
      `${kind}.title`,
      `${kind}.text`,
      `${kind}.begin`,
    ]),
    ...['pending', 'unknown'].flatMap((kind) => [`${kind}.title`, `${kind}.text`]),
  ],
  'kyc:selfie.problem.': ['refused', 'missing', 'taken', 'failed'],
  'wallet:verification.': ['notStarted', 'inProgress', 'pending', 'rejected', 'expired'],
  'common:onward.': ['send', 'sendHidden', 'withdraw', 'withdrawHidden', 'exchange', 'exchangeHidden'],
  'common:notices.': [
    'languageUnavailable',
    'signOutUnconfirmed',
    'stillMoving',
    'emailConfirmed',
    'emailAlreadyConfirmed',
    'linkExpired',
    'letterWaits',
    'confirmationFailed',
    'exchangeCompleted',
    'exchangeFailed',
    'transactionSent',
    'transactionFailed',
    'withdrawalSubmitted',
    'withdrawalFailed',
    'addressFailed',
    'profileSaved',
    'avatarChanged',
    'avatarRemoved',
    'passwordChanged',
    'methodAdded',
    'methodRemoved',
    'totpAdded',
    'totpRemoved',
    'codesRenewed',
    'passkeyAdded',
    'passkeyRenamed',
    'passkeyRemoved',
    'accountExported',
    'limitsSaved',
    'identityProven',
    'identityUnproven',
    'emailKept',
    'emailPending',
    'emailUnsent',
    'sessionEnded',
    'sessionsEnded',
  ],
};

describe('every text', () => {
  it.each(['en', 'ru'] as const)('of %s stands in one of the namespaces', (language) => {
    expect(filesOf(language).sort()).toEqual([...namespaces].sort());
  });

  it('exists in both languages', () => {
    const keys = (words: ReadonlyMap<string, string>) => [...new Set([...words.keys()].map(asked))].sort();
    expect(keys(ru)).toEqual(keys(en));
  });

  it('is used, and every text that is used exists', () => {
    const known = new Set([...en.keys()].map(asked));
    const all = uses(known);
    const begun = new Set(all.filter(({ isWhole }) => !isWhole).map(({ key }) => key));
    expect([...begun].sort()).toEqual(Object.keys(composed).sort());

    const whole = all.filter(({ isWhole }) => isWhole);
    const put = Object.entries(composed).flatMap(([beginning, ends]) =>
      ends.map((end) => ({ path: 'composed', key: beginning + end, isWhole: true })),
    );
    expect([...whole, ...put].filter(({ key }) => !known.has(key))).toEqual([]);
    const used = new Set([...whole, ...put].map(({ key }) => key));
    expect([...known].filter((key) => !used.has(key))).toEqual([]);
  });

  it('is translated', () => {
    const same = ['meta:title', 'common:language.en', 'common:language.ru'];
    const open = (words: ReadonlyMap<string, string>) =>
      new Map([...words].filter(([key]) => !same.includes(key)));
    expect([...open(ru)].filter(([key, text]) => text === en.get(key) || !/[а-яё]/i.test(text))).toEqual([]);
    expect(textsWith(open(en), /[а-яё]/i)).toEqual([]);
  });

  it('says the same variables in both languages', () => {
    const variables = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
    for (const [key, text] of ru)
      expect([key, variables(text)]).toEqual([key, variables(en.get(key) ?? en.get(`${asked(key)}_other`))]);
  });

  // The built app has no formats (scripts/vite/packages.ts): `{{count, number}}` would show the bare value.
  it.each(languages)('of %s names variables without a format', (_, words) => {
    expect(textsWith(words, /\{\{(?!\w+\}\})/)).toEqual([]);
  });

  it.each(languages)(
    'of %s has the plural forms of its language, all of them and no others',
    (language, words) => {
      const wanted = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort();
      expect(pluralSets(words).size).toBeGreaterThan(0);
      for (const [key, categories] of pluralSets(words))
        expect([key, categories.sort()]).toEqual([key, wanted]);
    },
  );

  it.each(languages)('of %s that counts does so in plural forms', (_, words) => {
    expect(textsWith(words, /\{\{count\}\}/).filter(([key]) => asked(key) === key)).toEqual([]);
  });
});

describe('the sentences of a form', () => {
  it.each(languages)('of registration in %s say which field they are about', (_, words) => {
    const fields = ['first_name', 'last_name', 'username', 'email', 'password', 'phone', 'country'];
    const sentences = [...words].filter(([key]) =>
      fields.some((name) => key.startsWith(`validation:${name}.`)),
    );
    // A number alone does not say which field it is about.
    const withoutFigures = (text: string) => text.replace(/\d+/g, '');
    const twice = sentences.filter(([key, text]) =>
      sentences.some(
        ([other, same]) =>
          withoutFigures(same) === withoutFigures(text) && other.split('.')[0] !== key.split('.')[0],
      ),
    );
    expect(twice).toEqual([]);
  });

  it('tell the same figures in both languages', () => {
    const figures = (text: string) =>
      text
        .replace(/(?<=\d)[,.\u00a0](?=\d)/g, '')
        .match(/\d+/g)
        ?.toSorted();
    const differing = textsWith(en, /\d/).filter(
      ([key, text]) =>
        key.startsWith('validation:') && String(figures(text)) !== String(figures(ru.get(key) ?? '')),
    );
    expect(differing).toEqual([]);
  });
});

describe('typography', () => {
  it.each(languages)('%s has no straight quotes, double spaces, three dots or loose ends', (_, words) => {
    expect(textsWith(words, /["']|\.\.\.|[ \u00a0]{2}|^\s|\s$/)).toEqual([]);
  });

  it('keeps Russian short words, dashes and numbers with what they belong to', () => {
    expect(textsWith(ru, /(?:^|[\s«(])[вкосуиая] | [—–]|(?:\d|\{\{count\}\}) [а-яё]/iu)).toEqual([]);
  });

  it('quotes in «ёлочки» in Russian and in “these” in English', () => {
    expect(textsWith(ru, /[“”„‘’]/)).toEqual([]);
    expect(textsWith(en, /[«»„]/)).toEqual([]);
  });

  it('writes decimals with a comma in Russian', () => {
    expect(textsWith(ru, /\d\.\d/)).toEqual([]);
  });
});

describe('the spec’s words', () => {
  it.each([
    ['transactions:payment.failedSend', 'Failed to send transaction'],
    ['transactions:payment.failedWithdraw', 'Failed to submit withdrawal request'],
    ['transactions:receive.failed', 'Failed to generate wallet address'],
    ['common:errors.general', 'Something went wrong. Please try again.'],
    ['common:errors.network', 'Network error. Please check your connection.'],
    ['common:errors.unauthorized', 'You are not authorized to perform this action.'],
    ['common:errors.forbidden', 'Access denied.'],
    ['common:errors.notFound', 'The requested resource was not found.'],
    ['common:errors.serverError', 'Server error. Please try again later.'],
    ['common:errors.validation', 'Please check your input and try again.'],
    ['auth:errors.loginFailed', 'Login failed. Please check your credentials and try again.'],
    ['auth:errors.registrationFailed', 'Registration failed. Please try again.'],
    ['auth:errors.emailTaken', 'An account with this email already exists.'],
    ['auth:errors.invalidCredentials', 'Invalid email or password.'],
    ['auth:errors.blocked', 'Your account has been blocked. Please contact support.'],
    ['common:notices.transactionFailed', 'Failed to send transaction'],
    ['common:notices.addressFailed', 'Failed to generate wallet address'],
    ['common:notices.withdrawalFailed', 'Failed to submit withdrawal request'],
    ['common:notices.transactionSent', 'Transaction sent successfully!'],
    ['common:notices.withdrawalSubmitted', 'Withdrawal request submitted successfully!'],
    ['common:notices.exchangeFailed', 'Failed to complete exchange'],
    ['common:notices.exchangeCompleted', 'Exchange completed successfully'],
    ['auth:errors.walletNotInstalled', 'MetaMask is not installed'],
    ['auth:errors.emailUnverified', 'Please verify your email address before logging in.'],
  ])('%s is the spec’s word for word', (key, sentence) => {
    expect(en.get(key)).toBe(sentence);
  });

  it('label the home link «Главная» in Russian', () => {
    expect(ru.get('common:home')).toBe('Главная');
  });
});
