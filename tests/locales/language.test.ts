import { describe, expect, it } from 'vitest';
import { buttonKeys } from './buttons.ts';
import { type Language, wordsOf } from './words.ts';

const en = [...wordsOf('en')];
const ru = [...wordsOf('ru')];
const languages = [
  ['en', en],
  ['ru', ru],
] as const;

/** A word that must not come back, and the keys (by their beginning) in which it means something else. */
interface Forbidden {
  readonly word: RegExp;
  readonly use: string;
  readonly except?: readonly string[];
}

/** Sentences that the specification fixes; they may say what other texts may not. */
const fixed: Readonly<Record<string, string>> = {
  'common:errors.general': 'Something went wrong. Please try again.',
  'common:errors.network': 'Network error. Please check your connection.',
  'common:errors.unauthorized': 'You are not authorized to perform this action.',
  'common:errors.forbidden': 'Access denied.',
  'common:errors.notFound': 'The requested resource was not found.',
  'common:errors.serverError': 'Server error. Please try again later.',
  'common:errors.validation': 'Please check your input and try again.',
  'auth:errors.loginFailed': 'Login failed. Please check your credentials and try again.',
  'auth:errors.registrationFailed': 'Registration failed. Please try again.',
  'auth:errors.emailTaken': 'An account with this email already exists.',
  'auth:errors.invalidCredentials': 'Invalid email or password.',
  'auth:errors.blocked': 'Your account has been blocked. Please contact support.',
  'auth:errors.emailUnverified': 'Please verify your email address before logging in.',
  'auth:errors.browserWalletFailed': 'Browser wallet login failed.',
  'auth:errors.walletNotInstalled': 'MetaMask is not installed',
  'auth:errors.walletNoAccounts': 'No accounts found',
  'auth:errors.walletRejected': 'Connection rejected',
  'auth:errors.walletConnectionFailed': 'Failed to connect',
  'auth:errors.noCredential': 'No credential received',
  'auth:errors.undecodable': 'Failed to decode credential',
  'auth:errors.googleFailed': 'Login failed',
  'auth:errors.authenticationFailed': 'Authentication failed.',
  'common:notices.exchangeCompleted': 'Exchange completed successfully',
  'common:notices.exchangeFailed': 'Failed to complete exchange',
  'common:notices.transactionSent': 'Transaction sent successfully!',
  'common:notices.transactionFailed': 'Failed to send transaction',
  'common:notices.withdrawalSubmitted': 'Withdrawal request submitted successfully!',
  'common:notices.withdrawalFailed': 'Failed to submit withdrawal request',
  'common:notices.addressFailed': 'Failed to generate wallet address',
  'transactions:payment.failedSend': 'Failed to send transaction',
  'transactions:payment.failedWithdraw': 'Failed to submit withdrawal request',
  'transactions:receive.failed': 'Failed to generate wallet address',
  'exchange:failed': 'Failed to complete exchange',
};

/** The wording of the product: what it says, and what it must not say again. */
const forbidden: Readonly<Record<Language, readonly Forbidden[]>> = {
  en: [
    {
      word: /\bletters?\b/i,
      use: 'email',
      except: ['auth:hints.username', 'auth:password.', 'validation:'],
    },
    { word: /\bmailbox|\be-mail/i, use: 'email' },
    { word: /\b(?:hand(?:ed|s)?|handing) in\b/i, use: 'submit' },
    { word: /\bprovider/i, use: 'we' },
    { word: /\boffer/i, use: 'quote' },
    { word: /\bsign(?:ed|ing|s)?[ -](?:in|out|up)\b/i, use: 'log in, log out, create an account' },
    { word: /\bmoney\b/i, use: 'funds' },
    { word: /\bpayments?\b|\bpaying\b|\bpays\b|\bbe paid\b/i, use: 'transaction, send' },
    { word: /\bsomebody\b/i, use: 'someone' },
    { word: /second factor/i, use: '2FA, two-factor authentication' },
    { word: /\bany more\b/i, use: 'anymore' },
    { word: /\bby hand\b/i, use: 'manually' },
    { word: /\bmovement/i, use: 'transaction' },
    { word: /\bswap/i, use: 'exchange' },
    { word: /\bcatalogue/i, use: 'token list' },
    { word: /\b(?:worth|costs?)\b/i, use: 'value, fee' },
    { word: /\bset aside\b/i, use: 'reserved' },
    { word: /\boutcome/i, use: 'result' },
    { word: /\bkinds?\b/i, use: 'type' },
    { word: /\brobots\b/i, use: 'a robot' },
    { word: /identity check/i, use: 'identity verification' },
    { word: /\bcould not be\b|\bcannot\b/i, use: 'we couldn’t, can’t' },
    { word: /\bonce more\b|\banew\b/i, use: 'again' },
    { word: /\b[Ii]ds?\b/, use: 'ID' },
    { word: /\bnot given\b|\bcame to nothing\b/i, use: 'not specified, not completed' },
    { word: /licence|authoris|colour|recognis|cancell?ation of/i, use: 'American spelling' },
  ],
  ru: [
    { word: /котировк/i, use: 'условия' },
    { word: /предложени/i, use: 'условия' },
    { word: /провайдер/i, use: 'мы' },
    { word: /день(?:г|ж)|денег|денежн/i, use: 'средства' },
    { word: /плат[её]ж|(?<![а-яё])плати/i, use: 'перевод, операция' },
    { word: /(?<![а-яё])исход(?!ящ)/i, use: 'результат' },
    { word: /нынешн/i, use: 'текущий' },
    { word: /знак(?:а|и|ов|ами|ам)?(?![а-яё])/i, use: 'символы' },
    { word: /каталог/i, use: 'список токенов' },
    {
      word: /тикет(?!р)|алерт|контрагент|наружу/i,
      use: 'обращение, уведомление о курсе, получатель, внешний',
    },
    { word: /втор(?:ой|ого|ому|ым|ые|ых)[ \u00a0]фактор/i, use: '2FA, двухфакторная аутентификация' },
    { word: /код(?:ы|а|ов|ом|ами)?[ \u00a0]восстановления/i, use: 'резервный код' },
    { word: /в[ \u00a0]пути/i, use: 'в обработке' },
    { word: /отложен/i, use: 'зарезервировано' },
    { word: /сним(?:ок|к)/i, use: 'селфи, фото' },
    { word: /проверк(?:а|и|е|у|ой) личности|на рассмотрении/i, use: 'верификация, на проверке' },
    { word: /ключ входа/i, use: 'ключ доступа' },
    { word: /(?<![а-яё])(?:убрать|убер)/i, use: 'скрыть, удалить' },
    { word: /(?<![а-яё])хэш/i, use: 'хеш' },
    { word: /транзакци/i, use: 'операция', except: ['transactions:'] },
    { word: /ограничени/i, use: 'лимит' },
    { word: /примечани/i, use: 'комментарий' },
    { word: /(?<![а-яё])связанн/i, use: 'привязанный' },
    { word: /продвину|сдвин/i, use: 'изменился статус' },
    { word: /номер (?:операции|транзакции)/i, use: 'ID операции' },
    { word: /(?<![а-яё])я(?![а-яё])/i, use: 'вы' },
  ],
};

describe.each(languages)('the words of %s', (language, texts) => {
  it.each(forbidden[language])('say $use, not $word', ({ word, except = [] }) => {
    const excepted = (key: string) => key in fixed || except.some((beginning) => key.startsWith(beginning));
    expect(texts.filter(([key, text]) => word.test(text) && !excepted(key))).toEqual([]);
  });

  it('never type the product’s name', () => {
    expect(texts.filter(([, text]) => /zesto|зесто/i.test(text))).toEqual([]);
  });

  it('keep a sentence to 20 words', () => {
    const tooLong = texts.flatMap(([key, text]) =>
      text
        .split(/[.!?:]\s/)
        .filter((sentence) => sentence.split(/[\s\u00a0]+/).filter((word) => /\p{L}/u.test(word)).length > 20)
        .map((sentence) => [key, sentence]),
    );
    expect(tooLong).toEqual([]);
  });

  it('exclaim only where the specification does', () => {
    expect(texts.filter(([key, text]) => text.includes('!') && !(key in fixed))).toEqual([]);
  });

  it('say “…” only at the end of what is still going on', () => {
    expect(texts.filter(([, text]) => /…(?!$)/.test(text))).toEqual([]);
  });
});

/** Read in one breath with the sentences after it: the banner of a page without a connection. */
const runningTitles = ['common:offline.title'];

describe.each(languages)('full stops of %s', (_, texts) => {
  const lastName = (key: string) => key.split(/[:.]/).at(-1) ?? '';

  it('end no title, no label and no button', () => {
    const buttons = buttonKeys();
    const isName = (key: string) =>
      /^(?:title|label|placeholder)$|Title$|Label$/.test(lastName(key)) ||
      buttons.some((pattern) => pattern.test(key));
    expect(
      texts.filter(([key, text]) => /\.$/.test(text) && isName(key) && !runningTitles.includes(key)),
    ).toEqual([]);
  });

  it('end what is a sentence', () => {
    const isSentence = (key: string) =>
      /^(?:text|why|about)$|Text$|About$/.test(lastName(key)) ||
      /^(?:common|auth):next\.|^validation:/.test(key);
    expect(texts.filter(([key, text]) => isSentence(key) && !/[.?!:]$/.test(text))).toEqual([]);
  });
});

/** Set word for word by the language guide. */
const longButtons = ['transactions:recipient.compared'];

describe.each(languages)('buttons of %s', (_, texts) => {
  const buttons = buttonKeys();
  const labels = texts
    .filter(([key]) => buttons.some((pattern) => pattern.test(key)) && !longButtons.includes(key))
    .map(([key, text]) => [key, text.replaceAll(/\{\{\w+\}\}/g, '').trim()] as const);

  it('are found in the source', () => {
    expect(labels.length).toBeGreaterThan(40);
  });

  it('have at most 3 words and 24 characters', () => {
    expect(labels.filter(([, label]) => label.length > 24 || label.split(/[\s\u00a0]+/).length > 3)).toEqual(
      [],
    );
  });
});

describe('typography', () => {
  it('keeps a percent sign as each language does', () => {
    expect(en.filter(([, text]) => /[\s\u00a0]%/.test(text))).toEqual([]);
    expect(ru.filter(([, text]) => /[^\u00a0]%/.test(text))).toEqual([]);
  });

  it('writes ё in Russian', () => {
    const withoutYo =
      /(?<![а-яё])(?:еще|ее|все еще|счет|отчет|расчет|учет|объем|причем|идет|придет|найдет|пришлем|вернем|начнем|войдем|введен|завершен|подтвержден|отменен|отклонен|изменен|удален|зачислен|кошелек|платеж|темн\w*|надежн[а-яё]*|трех|четырех|твой|перешел|прошел|дошел|пришел|нашел)(?![а-яё])/i;
    expect(ru.filter(([, text]) => withoutYo.test(text))).toEqual([]);
  });
});

describe('the specification’s sentences', () => {
  const words = wordsOf('en');
  it.each(Object.entries(fixed))('%s stands word for word', (key, sentence) => {
    expect(words.get(key)).toBe(sentence);
  });
});

describe('statuses', () => {
  const words = wordsOf('ru');
  it.each([
    ['pending', 'Ожидает'],
    ['processing', 'В\u00a0обработке'],
    ['completed', 'Выполнено'],
    ['failed', 'Не выполнено'],
    ['cancelled', 'Отменено'],
  ])('%s of a transaction and of an exchange is the same word', (status, text) => {
    for (const name of ['transactions', 'exchange'])
      if (words.has(`${name}:statuses.${status}`)) expect(words.get(`${name}:statuses.${status}`)).toBe(text);
  });
});

describe('the words of a flow', () => {
  it.each([
    ['transactions:flow.change', 'Edit', 'Изменить'],
    ['wallet:verification.open', 'Verify identity', 'Подтвердить личность'],
    ['wallet:verification.view', 'View verification', 'Посмотреть статус'],
    ['wallet:verification.replace', 'Replace documents', 'Заменить документы'],
    ['profile:identity.verify', 'Verify identity', 'Подтвердить личность'],
    ['profile:identity.replace', 'Replace documents', 'Заменить документы'],
    ['profile:identity.open', 'View verification', 'Посмотреть статус'],
    ['support:files.sent', 'uploaded', 'загружен'],
    [
      'support:notMe.nextProof',
      'Log in, press “Unfreeze account” on the Wallet page and confirm that it’s you.',
      'Войдите, нажмите «Разморозить аккаунт» на странице «Кошелёк» и подтвердите, что это вы.',
    ],
    ['wallet:frozenAccount.unfreeze', 'Unfreeze account', 'Разморозить аккаунт'],
    [
      'transactions:limits.more',
      'You can send more from {{time}}.',
      'Отправить больше можно будет с {{time}}.',
    ],
    ['exchange:payToken', 'Token you pay with', 'Что отдаёте'],
    ['exchange:receiveToken', 'Token you receive', 'Что получаете'],
    ['exchange:summary', 'Available and prices', 'Доступно и курсы'],
    [
      'transactions:refusal.cooled',
      'If this address is saved, the limit for new addresses ends {{time}}. The limits for 24 hours and 30 days remain.',
      'Если адрес сохранён, лимит для новых адресов снимется {{time}}. Лимиты за 24 часа и за 30 дней остаются.',
    ],
    ['exchange:holds', 'Rate held for', 'Условия действуют ещё'],
    ['transactions:payment.token', 'Token', 'Токен'],
    ['wallet:prices.title', '{{token}} rate', 'Курс {{token}}'],
    ['analytics:value', 'Volume', 'Оборот'],
    ['wallet:token.averageCost', 'Average purchase price', 'Средний курс покупки'],
    ['wallet:token.gain', 'Unrealized gain or loss', 'Нереализованный результат'],
    ['wallet:history.title', 'Total over time', 'Динамика общего баланса'],
    [
      'wallet:token.rule',
      'For exchanges, we count what you paid, fees included. For the rest, the price when received.',
      'Для обменов считаем, сколько вы отдали, с комиссиями. Для остального — курс на момент получения.',
    ],
    [
      'profile:limits.proof',
      'Confirm each transaction above, USDT',
      'Подтверждать операции больше суммы, USDT',
    ],
    ['profile:limits.proofUsual', 'Standard', 'Стандартная'],
    ['profile:discoverability.title', 'Receive by name', 'Переводы по имени'],
    [
      'transactions:flow.elsewhere.exchange',
      'This exchange is open in another tab',
      'Этот обмен открыт в другой вкладке',
    ],
    ['profile:security.emailAdd', 'Add email', 'Добавить почту'],
    ['profile:security.emailNone', 'None', 'Нет'],
    ['kyc:rail.expired', 'Expired', 'Срок истёк'],
    ['console:kyc.statuses.expired', 'Expired', 'Срок истёк'],
    [
      'transactions:byWallet.problems.chainLost',
      'Your wallet can’t connect to {{network}}',
      'Кошелёк не может подключиться к сети {{network}}',
    ],
    [
      'common:confirmations_other',
      '{{seen}} of {{count}} confirmations',
      '{{seen}} из {{count}} подтверждения',
    ],
    ['common:confirmations_many', undefined, '{{seen}} из {{count}} подтверждений'],
    // What is not known is not said.
    ['transactions:details.nobody', undefined, undefined],
    ['wallet:part.untilUnknown', undefined, undefined],
    ['common:freshness.from', 'Showing data from {{time}}', 'Показаны данные на {{time}}'],
    [
      'wallet:prices.touch',
      'Tap or drag to see each price.',
      'Коснитесь графика или проведите по нему, чтобы увидеть каждый курс.',
    ],
  ])('%s: %s, %s', (key, en, ru) => {
    const plain = (language: Language) => wordsOf(language).get(key)?.replaceAll('\u00a0', ' ');
    expect([plain('en'), plain('ru')]).toEqual([en, ru]);
  });
});
