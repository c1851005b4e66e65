import type { Language } from '../../contract/news.ts';
import type { Letter } from './mailer.ts';

type Occasion =
  | 'confirm'
  | 'reset'
  | 'known'
  | 'emailChanged'
  | 'emailAsked'
  | 'passwordChanged'
  | 'methodRemoved'
  | 'code';

interface Words {
  readonly subject: string;
  /** Before the link, or the whole letter when there is none. */
  readonly text: string;
  readonly after?: string;
}

const words: Readonly<Record<Language, Readonly<Record<Occasion, Words>>>> = {
  en: {
    code: {
      subject: 'Your verification code',
      text: 'Enter this code to change how you log in. It expires in 10 minutes.',
      after: 'If you didn’t request this, log out your other devices in Settings and contact support.',
    },
    emailAsked: {
      subject: 'A change of your email was requested',
      text: 'Someone, probably you, asked to change the email address of your account. Until the new address is verified, this one stays. If it wasn’t you, change your password and contact support right away.',
    },
    confirm: {
      subject: 'Confirm your email address',
      text: 'Open this link to confirm that this address is yours. It works once, for 24 hours.',
      after: 'If you did not ask for this, do nothing: without the link nothing happens.',
    },
    reset: {
      subject: 'Set a new password',
      text: 'Open this link to set a new password. It works once, for one hour.',
      after: 'If you did not ask for this, do nothing: your password stays as it is.',
    },
    known: {
      subject: 'You already have an account',
      text: 'Somebody, probably you, tried to open an account with this address, and there is one already. Log in here, and ask for a new password there if you do not know yours.',
      after: 'If it was not you, do nothing.',
    },
    emailChanged: {
      subject: 'Your email address was changed',
      text: 'The email address of your account is another one now. If it was not you who changed it, write to support at once.',
    },
    methodRemoved: {
      subject: 'A login method was removed',
      text: 'A wallet or another login method was removed from your account, and your other sessions ended. If it wasn’t you, log in here, change your password and contact support right away.',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      text: 'The password of your account was changed, and everybody else was signed out. If it was not you, set a new one here and write to support.',
    },
  },
  ru: {
    code: {
      subject: 'Код подтверждения',
      text: 'Введите этот код, чтобы изменить способ входа. Он действует 10 минут.',
      after: 'Если вы этого не запрашивали, завершите чужие сеансы в настройках и напишите в поддержку.',
    },
    emailAsked: {
      subject: 'Запрошена смена адреса почты',
      text: 'Кто-то, возможно вы, попросил заменить адрес почты вашего аккаунта. Пока новый адрес не подтверждён, действует этот. Если это были не вы, сразу смените пароль и напишите в поддержку.',
    },
    confirm: {
      subject: 'Подтвердите адрес электронной почты',
      text: 'Откройте ссылку, чтобы подтвердить, что этот адрес ваш. Она сработает один раз в течение 24 часов.',
      after: 'Если вы этого не запрашивали, ничего не делайте: без ссылки ничего не произойдёт.',
    },
    reset: {
      subject: 'Задайте новый пароль',
      text: 'Откройте ссылку, чтобы задать новый пароль. Она сработает один раз в течение часа.',
      after: 'Если вы этого не запрашивали, ничего не делайте: пароль останется прежним.',
    },
    known: {
      subject: 'У вас уже есть аккаунт',
      text: 'Кто-то, скорее всего вы, хотел открыть аккаунт на этот адрес, но он уже есть. Войдите по ссылке, а если не помните пароль, запросите там новый.',
      after: 'Если это были не вы, ничего не делайте.',
    },
    emailChanged: {
      subject: 'Адрес электронной почты изменён',
      text: 'Теперь у вашего аккаунта другой адрес электронной почты. Если его изменили не вы, сразу напишите в поддержку.',
    },
    methodRemoved: {
      subject: 'Способ входа удалён',
      text: 'Из вашего аккаунта удалён кошелёк или другой способ входа, остальные сеансы завершены. Если это сделали не вы, войдите по ссылке, смените пароль и сразу напишите в поддержку.',
    },
    passwordChanged: {
      subject: 'Пароль изменён',
      text: 'Пароль от вашего аккаунта изменён, на других устройствах выполнен выход. Если это сделали не вы, задайте новый пароль по ссылке и напишите в поддержку.',
    },
  },
};

/** A letter for the occasion, in the reader's language. */
export function letterFor(occasion: Occasion, language: Language, to: string, link: string | null): Letter {
  const { subject, text, after } = words[language][occasion];
  const parts = [text, link, after].filter((part) => typeof part === 'string');
  return { to, subject: `Zesto: ${subject}`, text: `${parts.join('\n\n')}\n` };
}
