import type { Language } from '../../contract/news.ts';
import type { transactionKinds } from '../../contract/transactions.ts';

/** The text of a statement, with no-break spaces where they are needed. */
interface Words {
  readonly title: string;
  readonly holder: string;
  readonly account: string;
  readonly period: string;
  readonly zone: string;
  readonly created: string;
  readonly balances: string;
  readonly token: string;
  readonly opening: string;
  readonly closing: string;
  readonly value: string;
  readonly time: string;
  readonly transaction: string;
  readonly in: string;
  readonly out: string;
  readonly net: string;
  readonly fee: string;
  readonly fees: string;
  readonly balance: string;
  readonly total: string;
  readonly transactions: string;
  readonly unpriced: string;
  readonly none: string;
  readonly notOver: string;
  readonly rule: string;
  readonly continued: string;
  readonly kinds: Readonly<Record<(typeof transactionKinds)[number] | 'unknown', string>>;
  /** Followed by what was received. */
  readonly exchangedFor: string;
  /** Followed by what was paid. */
  readonly exchangedFrom: string;
  readonly page: string;
  /** Between the page number and the number of pages. */
  readonly of: string;
}

export const statementWords: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Statement',
    holder: 'Account holder',
    account: 'Account',
    period: 'Period',
    zone: 'Time zone',
    created: 'Created',
    balances: 'Balances',
    token: 'Token',
    opening: 'Opening balance',
    closing: 'Closing balance',
    value: 'Value, USDT',
    time: 'Date and time',
    transaction: 'Transaction',
    in: 'In',
    out: 'Out',
    net: 'Net',
    fee: 'Fee',
    fees: 'Fees',
    balance: 'Balance',
    total: 'Total, USDT',
    transactions: 'Transactions',
    unpriced: 'Transactions without a known price, not in the total',
    none: 'There were no transactions in this period.',
    notOver: 'This period is not over. The statement ends when it was created.',
    rule: 'Values are in USDT at the last price before each moment. An exchange counts as both in and out. All times are in the time zone above.',
    continued: 'continued',
    kinds: {
      send: 'Sent',
      receive: 'Received',
      deposit: 'Deposit',
      withdraw: 'Withdrawal',
      exchange: 'Exchange',
      unknown: 'Other transaction',
    },
    exchangedFor: 'Exchange, received',
    exchangedFrom: 'Exchange, paid',
    page: 'Page',
    of: 'of',
  },
  ru: {
    title: 'Выписка',
    holder: 'Владелец аккаунта',
    account: 'Аккаунт',
    period: 'Период',
    zone: 'Часовой пояс',
    created: 'Создана',
    balances: 'Остатки',
    token: 'Токен',
    opening: 'Остаток на\u00a0начало',
    closing: 'Остаток на\u00a0конец',
    value: 'Стоимость, USDT',
    time: 'Дата и\u00a0время',
    transaction: 'Операция',
    in: 'Поступило',
    out: 'Списано',
    net: 'Разница',
    fee: 'Комиссия',
    fees: 'Комиссии',
    balance: 'Остаток',
    total: 'Итого, USDT',
    transactions: 'Операции',
    unpriced: 'Операции без\u00a0известного курса, в\u00a0итоге их\u00a0нет',
    none: 'За\u00a0этот период операций не\u00a0было.',
    notOver: 'Период ещё не\u00a0закончился. Данные в\u00a0выписке\u00a0— на\u00a0момент её\u00a0создания.',
    rule: 'Стоимость\u00a0— в\u00a0USDT по\u00a0последнему курсу на\u00a0тот момент. Обмен учтён и\u00a0в\u00a0поступлениях, и\u00a0в\u00a0списаниях. Всё время указано в\u00a0этом часовом поясе.',
    continued: 'продолжение',
    kinds: {
      send: 'Отправка',
      receive: 'Получение',
      deposit: 'Пополнение',
      withdraw: 'Вывод',
      exchange: 'Обмен',
      unknown: 'Другая операция',
    },
    exchangedFor: 'Обмен, получено',
    exchangedFrom: 'Обмен, списано',
    page: 'Страница',
    of: 'из',
  },
};
