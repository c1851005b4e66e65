import { exactText } from '../../contract/amountParts.ts';
import { brandName } from '../../contract/brand.ts';
import type { Language } from '../../contract/news.ts';
import { isReportable, type ReportableOccasion, type SecurityOccasion } from '../../contract/occasions.ts';
import { type CodePurpose, purposeText } from './codePurposes.ts';
import type { Email } from './mailer.ts';

/** Events of which people are notified by email: those that somebody else may have caused, and decisions about the account. */
export type NoticeOccasion = SecurityOccasion | ReportableOccasion | 'recoveryLink' | 'recoveryReady';

/** Emails that somebody has requested. */
export type AskedOccasion = 'known' | 'confirm' | 'reset' | 'code' | 'accountClosed';

type Occasion = NoticeOccasion | AskedOccasion;

interface Words {
  readonly subject: string;
  /** The text before the link, or the whole email without one. */
  readonly text: string;
  readonly after?: string;
  /** The label of the end time. */
  readonly until?: string;
  /** The text before the link of "This was not me", when it does more than usual. */
  readonly notMe?: string;
}

const stopping = {
  en: 'If this wasn’t you, open this link and confirm at any time before the recovery is over. We’ll stop it, freeze your account, end all sessions and open a ticket with support.',
  ru: 'Если это были не вы, перейдите по ссылке и подтвердите это в любой момент до конца восстановления. Мы остановим его, заморозим аккаунт, завершим все сеансы и откроем обращение в поддержку.',
} as const;

const words: Readonly<Record<Language, Readonly<Record<Occasion, Words>>>> = {
  en: {
    code: {
      subject: 'Your verification code',
      text: 'Enter the code to confirm that it’s you. It expires in 10 minutes.',
      after: 'If you didn’t request this, log out your other devices in your profile and contact support.',
    },
    accountClosed: {
      subject: 'Your account is closed',
      text: 'Your account is closed and you’re logged out everywhere. We deleted your login methods, devices, saved addresses, tickets and settings. The law requires us to keep your transactions and your identity verification until this date:',
      after:
        'You can create a new account with this email address at any time. If you didn’t close the account, contact support.',
    },
    confirm: {
      subject: 'Verify your email address',
      text: 'Open this link to verify your email address. It works once and expires in 24 hours.',
      after: 'If you didn’t request this, ignore this email.',
    },
    reset: {
      subject: 'Reset your password',
      text: 'Open this link to set a new password. It works once and expires in 1 hour.',
      after: 'If you didn’t request this, ignore this email. Your password won’t change.',
    },
    known: {
      subject: 'You already have an account',
      text: 'Someone, probably you, tried to create an account with this email address, but you already have one. Log in here. You can also reset your password there.',
      after: 'If it wasn’t you, you don’t need to do anything.',
    },
    newDevice: {
      subject: 'New device logged in',
      text: 'Your account was logged in to on a device that we haven’t seen before.',
    },
    newPlace: {
      subject: 'Login from a new network',
      text: 'Your account was logged in to from a network that we haven’t seen before.',
    },
    paymentOut: {
      subject: 'Funds are leaving your account',
      text: 'We accepted a transaction from your account to an external address.',
    },
    addressSaved: {
      subject: 'New saved address',
      text: 'An address was added to the address book of your account. At first only small amounts can be sent to it.',
    },
    settingsChanged: {
      subject: 'Security settings changed',
      text: 'Security settings of your account were changed, or will change after the waiting time. See them in your profile.',
    },
    phraseChanged: {
      subject: 'Anti-phishing phrase changed',
      text: 'The anti-phishing phrase of your account was changed.',
    },
    emailAsked: {
      subject: 'Email change requested',
      text: 'Someone, probably you, asked to change the email address of your account. This address stays in use until the new one is verified.',
    },
    emailChanged: {
      subject: 'Your email address was changed',
      text: 'Your account now uses a different email address, so you can’t log in with this one.',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      text: 'Your password was changed and your other devices were logged out.',
    },
    methodAdded: {
      subject: 'A login method was added',
      text: 'A login method was added to your account. You can log in with it without your password.',
    },
    methodRemoved: {
      subject: 'A login method was removed',
      text: 'A login method was removed from your account and your other devices were logged out.',
    },
    passkeyAdded: {
      subject: 'A passkey was added to your account',
      text: 'A passkey was added to your account. You can log in with it without your password.',
    },
    passkeyRemoved: {
      subject: 'A passkey was removed',
      text: 'A passkey was removed from your account and your other devices were logged out.',
    },
    passkeyCopied: {
      subject: 'A passkey may have been copied',
      text: 'Someone tried to use a passkey of your account that looks like a copy. We didn’t accept it. Log in and remove the passkeys that you don’t know.',
    },
    totpAdded: {
      subject: 'Two-factor authentication is on',
      text: 'An authenticator app was added to your account. From now on you need its code to log in.',
    },
    totpRemoved: {
      subject: 'Authenticator app removed',
      text: 'The authenticator app was removed from your account and your other devices were logged out.',
    },
    recoveryCodeUsed: {
      subject: 'A recovery code was used',
      text: 'One of your recovery codes was used, and it won’t work again.',
    },
    recoveryCodesRenewed: {
      subject: 'New recovery codes',
      text: 'New recovery codes were created for your account. The old ones no longer work.',
    },
    codesTried: {
      subject: 'Too many wrong codes',
      text: 'Someone entered too many wrong authentication codes for your account, so we limited further tries.',
    },
    unfrozen: {
      subject: 'Your account is unfrozen',
      text: 'The freeze of your account was lifted. You can send and withdraw again.',
    },
    reported: {
      subject: 'Your account is frozen',
      text: 'You told us that something in your account wasn’t you. We froze your account, ended all sessions, cancelled what could be cancelled and opened a ticket. Log in, change your password, press “Unfreeze account” on the Wallet page and confirm that it’s you. After that and a review by support, we’ll unfreeze your account.',
    },
    recoveryAsked: {
      subject: 'Account recovery requested',
      text: 'We were asked to recover your account, and checked the identity of the person who asked. After the waiting time we’ll send a link that sets a new password and removes all other login methods and two-factor authentication. If it’s you, wait for the link.',
      until: 'The waiting time ends',
      notMe: stopping.en,
    },
    recoveryReady: {
      subject: 'Your account can be recovered',
      text: 'The waiting time is over. We sent the link that recovers your account to the other email address that we were told.',
      until: 'The link works until',
      notMe: stopping.en,
    },
    recoveryLink: {
      subject: 'Recover your account',
      text: 'The waiting time is over. Open this link to set a new password. It works once. Your other login methods, two-factor authentication and recovery codes will stop working, and all devices will be logged out.',
      until: 'The link works until',
      notMe: stopping.en,
    },
    recoveryDone: {
      subject: 'Your account was recovered',
      text: 'A new password was set for your account with the link of its recovery. All other login methods and two-factor authentication were removed, and all devices were logged out. Large amounts can be sent after a waiting time.',
    },
    recoveryStopped: {
      subject: 'Account recovery stopped',
      text: 'The recovery of your account was stopped. Nothing has changed: you log in as before.',
    },
    kycApproved: {
      subject: 'Your identity is verified',
      text: 'We reviewed your documents and verified your identity.',
    },
    kycRejected: {
      subject: 'Identity verification: action needed',
      text: 'We reviewed your documents and couldn’t accept all of them. Log in to see why and what to send instead.',
    },
  },
  ru: {
    code: {
      subject: 'Код подтверждения',
      text: 'Введите код, чтобы подтвердить, что это вы. Он действует 10 минут.',
      after: 'Если вы этого не запрашивали, завершите другие сеансы в профиле и напишите в поддержку.',
    },
    accountClosed: {
      subject: 'Аккаунт закрыт',
      text: 'Ваш аккаунт закрыт, на всех устройствах выполнен выход. Мы удалили способы входа, устройства, сохранённые адреса, обращения и настройки. Историю операций и данные верификации мы обязаны по закону хранить до этой даты:',
      after:
        'С этой почтой можно в любое время создать новый аккаунт. Если аккаунт закрыли не вы, напишите в поддержку.',
    },
    confirm: {
      subject: 'Подтвердите адрес почты',
      text: 'Перейдите по ссылке, чтобы подтвердить адрес почты. Она сработает один раз и действует 24 часа.',
      after: 'Если вы этого не запрашивали, просто удалите письмо.',
    },
    reset: {
      subject: 'Сброс пароля',
      text: 'Перейдите по ссылке, чтобы задать новый пароль. Она сработает один раз и действует 1 час.',
      after: 'Если вы этого не запрашивали, просто удалите письмо: пароль не изменится.',
    },
    known: {
      subject: 'У вас уже есть аккаунт',
      text: 'Кто-то, возможно вы, пытался создать аккаунт с этой почтой, но он у вас уже есть. Войдите по ссылке, там же можно сбросить пароль.',
      after: 'Если это были не вы, ничего делать не нужно.',
    },
    newDevice: {
      subject: 'Вход с нового устройства',
      text: 'В ваш аккаунт вошли с устройства, которого мы раньше не видели.',
    },
    newPlace: {
      subject: 'Вход из новой сети',
      text: 'В ваш аккаунт вошли из сети, которой мы раньше не видели.',
    },
    paymentOut: {
      subject: 'Средства уходят с вашего аккаунта',
      text: 'Мы приняли операцию с вашего аккаунта на внешний адрес.',
    },
    addressSaved: {
      subject: 'Новый сохранённый адрес',
      text: 'В адресную книгу вашего аккаунта добавлен адрес. Сначала на него можно отправлять только небольшие суммы.',
    },
    settingsChanged: {
      subject: 'Изменены настройки безопасности',
      text: 'Настройки безопасности аккаунта изменены или изменятся после срока ожидания. Посмотрите их в профиле.',
    },
    phraseChanged: {
      subject: 'Изменена фраза против фишинга',
      text: 'Фраза против фишинга в вашем аккаунте изменена.',
    },
    emailAsked: {
      subject: 'Запрос на смену адреса почты',
      text: 'Кто-то, возможно вы, попросил сменить адрес почты вашего аккаунта. Пока новый адрес не подтверждён, действует этот.',
    },
    emailChanged: {
      subject: 'Адрес почты изменён',
      text: 'Теперь у аккаунта другой адрес почты, войти с этим нельзя.',
    },
    passwordChanged: {
      subject: 'Пароль изменён',
      text: 'Пароль от аккаунта изменён, на других устройствах выполнен выход.',
    },
    methodAdded: {
      subject: 'Добавлен способ входа',
      text: 'К вашему аккаунту добавлен способ входа. С ним можно войти без пароля.',
    },
    methodRemoved: {
      subject: 'Способ входа удалён',
      text: 'Из вашего аккаунта удалён способ входа, на других устройствах выполнен выход.',
    },
    passkeyAdded: {
      subject: 'К аккаунту добавлен ключ доступа',
      text: 'К вашему аккаунту добавлен ключ доступа. С ним можно войти без пароля.',
    },
    passkeyRemoved: {
      subject: 'Ключ доступа удалён',
      text: 'Из вашего аккаунта удалён ключ доступа, на других устройствах выполнен выход.',
    },
    passkeyCopied: {
      subject: 'Ключ доступа могли скопировать',
      text: 'К вашему аккаунту пытались применить ключ доступа, похожий на копию. Мы его не приняли. Войдите и удалите незнакомые ключи доступа.',
    },
    totpAdded: {
      subject: 'Включена двухфакторная аутентификация',
      text: 'К вашему аккаунту добавлено приложение-аутентификатор. Теперь для входа нужен код из него.',
    },
    totpRemoved: {
      subject: 'Приложение-аутентификатор удалено',
      text: 'Из вашего аккаунта удалено приложение-аутентификатор, на других устройствах выполнен выход.',
    },
    recoveryCodeUsed: {
      subject: 'Использован резервный код',
      text: 'Один из ваших резервных кодов использован и больше не сработает.',
    },
    recoveryCodesRenewed: {
      subject: 'Новые резервные коды',
      text: 'Для вашего аккаунта созданы новые резервные коды. Старые больше не действуют.',
    },
    codesTried: {
      subject: 'Слишком много неверных кодов',
      text: 'Для вашего аккаунта слишком много раз ввели неверный код из приложения, новые попытки временно ограничены.',
    },
    unfrozen: {
      subject: 'Аккаунт разморожен',
      text: 'Заморозка вашего аккаунта снята. Отправка и вывод снова доступны.',
    },
    reported: {
      subject: 'Аккаунт заморожен',
      text: 'Вы сообщили, что действие в аккаунте совершили не вы. Мы заморозили аккаунт, завершили все сеансы, отменили всё, что ещё можно было отменить, и открыли обращение. Войдите, смените пароль, нажмите «Разморозить аккаунт» на странице «Кошелёк» и подтвердите, что это вы. После этого и проверки поддержкой мы разморозим аккаунт.',
    },
    recoveryAsked: {
      subject: 'Запрошено восстановление доступа',
      text: 'Нас попросили восстановить доступ к вашему аккаунту, личность обратившегося мы проверили. После срока ожидания мы отправим ссылку: по ней задают новый пароль, а все остальные способы входа и двухфакторная аутентификация удаляются. Если это вы, просто дождитесь ссылки.',
      until: 'Срок ожидания закончится',
      notMe: stopping.ru,
    },
    recoveryReady: {
      subject: 'Доступ к аккаунту можно восстановить',
      text: 'Срок ожидания закончился. Ссылку для восстановления доступа мы отправили на другой адрес почты, который нам назвали.',
      until: 'Ссылка действует до',
      notMe: stopping.ru,
    },
    recoveryLink: {
      subject: 'Восстановите доступ к аккаунту',
      text: 'Срок ожидания закончился. Перейдите по ссылке и задайте новый пароль. Она сработает один раз. Остальные способы входа, двухфакторная аутентификация и резервные коды перестанут действовать, на всех устройствах будет выполнен выход.',
      until: 'Ссылка действует до',
      notMe: stopping.ru,
    },
    recoveryDone: {
      subject: 'Доступ к аккаунту восстановлен',
      text: 'По ссылке для восстановления задан новый пароль от вашего аккаунта. Остальные способы входа и двухфакторная аутентификация удалены, на всех устройствах выполнен выход. Крупные суммы можно будет отправить после срока ожидания.',
    },
    recoveryStopped: {
      subject: 'Восстановление доступа остановлено',
      text: 'Восстановление доступа к вашему аккаунту остановлено. Ничего не изменилось, входите как раньше.',
    },
    kycApproved: {
      subject: 'Личность подтверждена',
      text: 'Мы проверили ваши документы и подтвердили личность.',
    },
    kycRejected: {
      subject: 'Верификация: нужны другие документы',
      text: 'Мы проверили документы и не смогли принять все. Войдите, чтобы узнать причину и отправить другие.',
    },
  },
};

const common: Readonly<
  Record<
    Language,
    {
      readonly notMe: string;
      readonly phrase: (phrase: string) => string;
      readonly facts: (facts: Facts) => string;
    }
  >
> = {
  en: {
    notMe:
      'If this wasn’t you, open this link and confirm. We’ll freeze your account, end all sessions and open a ticket with support. The link works for 7 days.',
    phrase: (phrase) => `Your anti-phishing phrase is “${phrase}”.`,
    facts: ({ amount, detail, at }) =>
      [
        amount && `Amount: ${amountText(amount, 'en')}.`,
        detail && `Details: ${detail}.`,
        `Time: ${momentOf(at, 'en')} UTC.`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  ru: {
    notMe:
      'Если это были не вы, перейдите по ссылке и подтвердите это. Мы заморозим аккаунт, завершим все сеансы и откроем обращение в поддержку. Ссылка действует 7 дней.',
    phrase: (phrase) => `Ваша фраза против фишинга: «${phrase}».`,
    facts: ({ amount, detail, at }) =>
      [
        amount && `Сумма: ${amountText(amount, 'ru')}.`,
        detail && `Подробности: ${detail}.`,
        `Время: ${momentOf(at, 'ru')} UTC.`,
      ]
        .filter(Boolean)
        .join(' '),
  },
};

/** The facts of a notice. None of them is text that somebody has typed. */
export interface Facts {
  readonly amount: { readonly decimal: string; readonly token: string } | null;
  /** The device and network of the event, the destination address, or the wallet or identity provider of a login method. */
  readonly detail: string | null;
  readonly at: Date;
  /** The end time that the text names; left out or null for none. */
  readonly until?: Date | null;
}

function amountText({ decimal, token }: NonNullable<Facts['amount']>, language: Language): string {
  return `${exactText(decimal, language)} ${token}`;
}

function momentOf(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(language === 'ru' ? 'ru-RU' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
    .format(at)
    .replace(/ (?=\S)/g, '\u00a0');
}

/** Emails that tell people to contact support, besides those with "This was not me". */
const withSupport: ReadonlySet<Occasion> = new Set([
  'code',
  'accountClosed',
  'reported',
  'recoveryReady',
  'recoveryLink',
  'recoveryStopped',
]);

/** The event that "This was not me" in an email reports; null for an email without it. */
export function reportedBy(occasion: NoticeOccasion): ReportableOccasion | null {
  if (occasion === 'recoveryLink' || occasion === 'recoveryReady') return 'recoveryAsked';
  return isReportable(occasion) ? occasion : null;
}

/** The name of an event, which is the subject of its email. */
export function nameOfOccasion(occasion: NoticeOccasion, language: Language): string {
  return words[language][occasion].subject;
}

/** An email with a code, which begins with the code's purpose. */
export function codeEmail(purpose: CodePurpose, reader: AskedReader): Email {
  return askedEmail('code', reader, purposeText(purpose, reader.language));
}

/** An email that somebody has requested. `about` comes before its text. */
export function askedEmail(occasion: AskedOccasion, reader: AskedReader, about: string | null = null): Email {
  const { language, to, link, support, phrase } = reader;
  const { subject, text, after } = words[language][occasion];
  const contact = withSupport.has(occasion) ? support : null;
  const parts = [phraseIn(phrase, language), about, text, link, after, contact];
  return { to, subject: `${brandName}: ${subject}`, text: joined(parts) };
}

/** An email about an event of an account: in the reader's language, or in both when that is unknown. */
export function noticeEmail(occasion: NoticeOccasion, reader: NoticeReader): Email {
  const { language, to, link = null, notMe, support, facts, phrase } = reader;
  const languages = language === null ? (['en', 'ru'] as const) : [language];
  const parts = languages.flatMap((each) => {
    const { text, until, notMe: report = common[each].notMe } = words[each][occasion];
    return [
      phraseIn(phrase, each),
      text,
      link,
      until && facts.until ? `${until}: ${momentOf(facts.until, each)} UTC.` : null,
      common[each].facts(facts),
      ...(notMe === null ? [] : [report, notMe]),
    ];
  });
  const contact = withSupport.has(occasion) || isReportable(occasion) ? support : null;
  const subject = languages.map((each) => words[each][occasion].subject).join(' / ');
  return { to, subject: `${brandName}: ${subject}`, text: joined([...parts, contact]) };
}

function phraseIn(phrase: string | null, language: Language): string | null {
  return phrase === null ? null : common[language].phrase(phrase);
}

function joined(parts: readonly (string | null | undefined)[]): string {
  return `${parts.filter((part) => typeof part === 'string').join('\n\n')}\n`;
}

interface AnyReader {
  readonly to: string;
  /** The public address of support; null when there is none. */
  readonly support: string | null;
  /** The anti-phishing phrase of the address's account; null without one. */
  readonly phrase: string | null;
}

interface AskedReader extends AnyReader {
  readonly language: Language;
  /** A link, or a code. */
  readonly link: string | null;
}

interface NoticeReader extends AnyReader {
  readonly language: Language | null;
  /** The link that the email asks to open; left out or null for none. */
  readonly link?: string | null;
  /** The link of "This was not me"; null without one. */
  readonly notMe: string | null;
  readonly facts: Facts;
}
