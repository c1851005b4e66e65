import { brandName } from '../../contract/brand.ts';
import type { Language } from '../../contract/news.ts';
import type { Email } from './mailer.ts';

type Occasion =
  | 'confirm'
  | 'reset'
  | 'known'
  | 'emailChanged'
  | 'emailAsked'
  | 'passwordChanged'
  | 'methodAdded'
  | 'methodRemoved'
  | 'code';

interface Words {
  readonly subject: string;
  /** Before the link, or the whole email when there is none. */
  readonly text: string;
  readonly after?: string;
}

const words: Readonly<Record<Language, Readonly<Record<Occasion, Words>>>> = {
  en: {
    code: {
      subject: 'Your verification code',
      text: 'Enter this code to change how you log in. It expires in 10 minutes.',
      after: 'If you didn’t request this, log out your other devices in your profile and contact support.',
    },
    emailAsked: {
      subject: 'Email change requested',
      text: 'Someone, probably you, asked to change the email address of your account. This address stays in use until the new one is verified. If it wasn’t you, change your password and contact support right away.',
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
    emailChanged: {
      subject: 'Your email address was changed',
      text: 'Your account now uses a different email address, so you can’t log in with this one. If you didn’t make this change, contact support right away.',
    },
    methodAdded: {
      subject: 'A wallet was added to your account',
      text: 'A browser wallet was added to the login methods of your account. If it wasn’t you, reset your password here right away: the wallet is removed and all sessions end. Then contact support.',
    },
    methodRemoved: {
      subject: 'A login method was removed',
      text: 'A login method was removed from your account and your other devices were logged out. If this wasn’t you, log in here, change your password and contact support right away.',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      text: 'Your password was changed and your other devices were logged out. If this wasn’t you, reset your password here and contact support.',
    },
  },
  ru: {
    code: {
      subject: 'Код подтверждения',
      text: 'Введите этот код, чтобы изменить способ входа. Он действует 10 минут.',
      after: 'Если вы этого не запрашивали, завершите другие сеансы в профиле и напишите в поддержку.',
    },
    emailAsked: {
      subject: 'Запрос на смену адреса почты',
      text: 'Кто-то, возможно вы, попросил сменить адрес почты вашего аккаунта. Пока новый адрес не подтверждён, действует этот. Если это были не вы, сразу смените пароль и напишите в поддержку.',
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
      subject: 'У вас уже есть аккаунт',
      text: 'Кто-то, возможно вы, пытался создать аккаунт с этой почтой, но он у вас уже есть. Войдите по ссылке, там же можно сбросить пароль.',
      after: 'Если это были не вы, ничего делать не нужно.',
    },
    emailChanged: {
      subject: 'Адрес почты изменён',
      text: 'Теперь у аккаунта другой адрес почты, войти с этим нельзя. Если адрес изменили не вы, сразу напишите в поддержку.',
    },
    methodAdded: {
      subject: 'К аккаунту добавлен кошелёк',
      text: 'К способам входа в ваш аккаунт добавлен браузерный кошелёк. Если это сделали не вы, сразу сбросьте пароль по ссылке: кошелёк будет удалён, все сеансы завершатся. Потом напишите в поддержку.',
    },
    methodRemoved: {
      subject: 'Способ входа удалён',
      text: 'Из вашего аккаунта удалён способ входа, на других устройствах выполнен выход. Если это были не вы, войдите по ссылке, смените пароль и сразу напишите в поддержку.',
    },
    passwordChanged: {
      subject: 'Пароль изменён',
      text: 'Пароль от аккаунта изменён, на других устройствах выполнен выход. Если это были не вы, сбросьте пароль по ссылке и напишите в поддержку.',
    },
  },
};

/** Those that tell people to contact support. */
const withSupport: ReadonlySet<Occasion> = new Set([
  'code',
  'emailAsked',
  'emailChanged',
  'methodAdded',
  'methodRemoved',
  'passwordChanged',
]);

/** An email for the occasion, in the reader's language. `support`: the public address of support; null when there is none. */
export function emailFor(occasion: Occasion, { language, to, link, support }: Reader): Email {
  const { subject, text, after } = words[language][occasion];
  const contact = withSupport.has(occasion) ? support : null;
  const parts = [text, link, after, contact].filter((part) => typeof part === 'string');
  return { to, subject: `${brandName}: ${subject}`, text: `${parts.join('\n\n')}\n` };
}

interface Reader {
  readonly language: Language;
  readonly to: string;
  /** A link, or a code. */
  readonly link: string | null;
  readonly support: string | null;
}
