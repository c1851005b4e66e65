import { exactText } from '../../contract/amountParts.ts';
import type { Language } from '../../contract/news.ts';
import type { StepUpAction } from '../../contract/stepUp.ts';

/** What a code in an email is for: a change of an account, or one payment. `amount` is a decimal of the token. */
export type CodePurpose =
  | { readonly action: StepUpAction }
  | {
      readonly kind: 'send' | 'withdraw';
      readonly amount: string;
      readonly token: string;
      readonly to: string;
    };

/** Names the purpose, so that nobody types a code for somebody else's action. */
export function purposeText(purpose: CodePurpose, language: Language): string {
  if ('action' in purpose) return actions[language][purpose.action];
  const { kind, amount, token, to } = purpose;
  return payments[language](kind, `${exactText(amount, language)}\u00a0${token}`, to);
}

const payments: Readonly<
  Record<Language, (kind: 'send' | 'withdraw', amount: string, to: string) => string>
> = {
  en: (kind, amount, to) =>
    `This code is for ${kind === 'send' ? 'sending' : 'withdrawing'} ${amount} to ${to}. If the amount or the address is not what you entered, don’t use the code.`,
  ru: (kind, amount, to) =>
    `Код нужен, чтобы ${kind === 'send' ? 'отправить' : 'вывести'} ${amount} на адрес ${to}. Если сумма или адрес не те, что вы указали, не вводите код.`,
};

const actions: Readonly<Record<Language, Readonly<Record<StepUpAction, string>>>> = {
  en: {
    password: 'This code is for changing your password.',
    email: 'This code is for changing your email address.',
    methods: 'This code is for changing how you log in.',
    factors: 'This code is for changing your two-factor authentication.',
    security: 'This code is for changing your security settings.',
    address: 'This code is for saving addresses to your address book.',
    sessions: 'This code is for logging out your other devices.',
    export: 'This code is for downloading your account data.',
    close: 'This code is for closing your account for good.',
    unfreeze: 'This code is for unfreezing your account.',
  },
  ru: {
    password: 'Код нужен, чтобы сменить пароль.',
    email: 'Код нужен, чтобы сменить адрес почты.',
    methods: 'Код нужен, чтобы изменить способы входа.',
    factors: 'Код нужен, чтобы изменить двухфакторную аутентификацию.',
    security: 'Код нужен, чтобы изменить настройки безопасности.',
    address: 'Код нужен, чтобы сохранить адреса в адресной книге.',
    sessions: 'Код нужен, чтобы завершить сеансы на других устройствах.',
    export: 'Код нужен, чтобы скачать данные аккаунта.',
    close: 'Код нужен, чтобы навсегда закрыть аккаунт.',
    unfreeze: 'Код нужен, чтобы разморозить аккаунт.',
  },
};
