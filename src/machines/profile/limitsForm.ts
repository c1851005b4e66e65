import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { printMoney } from '../../../contract/money.ts';
import type { FieldErrors, Rule } from '../../../contract/rules.ts';
import { checkFields } from '../../../contract/rules.ts';
import {
  changeSecuritySettingsCall,
  type SecurityChange,
  type SecurityMember,
  securityMembers,
  type ToldSecuritySettings,
} from '../../../contract/securitySettings.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { parseTypedMoney } from '../../../contract/typedMoney.ts';
import { withCode } from '../core/codeField.ts';
import { createFormMachine } from '../core/createFormMachine.ts';
import type { Checked } from '../core/formState.ts';
import type { TypedProof } from './proofForm.ts';

/** The settings of each dialog. */
export const settingsTopics = {
  limits: ['daily_limit', 'payment_limit', 'proof_above'],
  addresses: ['allow_list_only', 'address_wait_hours'],
  lock: ['lock_days'],
  phrase: ['phrase'],
} as const satisfies Readonly<Record<string, readonly SecurityMember[]>>;

export type SettingsTopic = keyof typeof settingsTopics;

/**
 * Amounts are in the format of `typedAmount`, empty for no limit or the server's default; `lock_days` and `address_wait_hours` are one of a
 * few numbers, the hours empty for the server's default. The other values are the proof, once the server asks for one: a password if
 * `hasPassword`.
 */
export type LimitsValues = {
  readonly daily_limit: string;
  readonly payment_limit: string;
  readonly proof_above: string;
  readonly lock_days: string;
  readonly allow_list_only: boolean;
  readonly address_wait_hours: string;
  readonly phrase: string;
  readonly hasPassword: boolean;
  readonly password: string;
  readonly code: string;
  readonly otp: string;
};

export type LimitsRequest = TypedProof & { readonly change: SecurityChange; readonly hasPassword: boolean };

const amounts = settingsTopics.limits;

type Settings = Pick<LimitsValues, SecurityMember>;

const isChanged = (values: Settings, begun: Settings, name: SecurityMember) =>
  String(values[name]).trim() !== String(begun[name]);

function hasChanges(values: Settings, begun: Settings): boolean {
  return securityMembers.some((name) => isChanged(values, begun, name));
}

/** The initial values of the form. */
export function valuesOf(told: ToldSecuritySettings): Settings {
  return {
    daily_limit: told.daily_limit ?? '',
    payment_limit: told.payment_limit ?? '',
    proof_above: told.proof_above ?? '',
    lock_days: String(told.lock_days),
    allow_list_only: told.allow_list_only,
    address_wait_hours: String(told.address_wait_hours ?? ''),
    phrase: told.phrase ?? '',
  };
}

/** Changes security settings. Sends only the changed ones, because sending a current value cancels its pending change. */
export const limitsForm = createFormMachine<LimitsValues, LimitsRequest, ToldSecuritySettings>({
  id: 'limitsForm',
  empty: {
    ...{ daily_limit: '', payment_limit: '', proof_above: '', lock_days: '0' },
    ...{ allow_list_only: false, address_wait_hours: '', phrase: '' },
    ...{ hasPassword: false, password: '', code: '', otp: '' },
  },
  secrets: ['password', 'code', 'otp'],
  isWorthSending: hasChanges,
  check: (values, _today, begun) =>
    withCode(values, ({ hasPassword, password, ...typed }) => {
      const read = readChange(typed, begun);
      return read.ok ? { ok: true, value: { change: read.value, hasPassword, password } } : read;
    }),
});

function readChange(values: Settings, begun: Settings): Checked<SecurityChange> {
  const fields: Record<string, Rule> = {};
  const change: Record<string, string | number | boolean | null> = {};
  for (const name of amounts) {
    if (!isChanged(values, begun, name)) continue;
    const money = parseTypedMoney(values[name], valueToken);
    if (money.ok) change[name] = printMoney(money.value);
    else if (money.problem === 'empty') change[name] = null;
    else fields[name] = money.problem === 'malformed' ? 'format' : money.problem;
  }
  if (isChanged(values, begun, 'lock_days')) change.lock_days = Number(values.lock_days);
  if (isChanged(values, begun, 'allow_list_only')) change.allow_list_only = values.allow_list_only;
  const { address_wait_hours: hours } = values;
  if (isChanged(values, begun, 'address_wait_hours')) {
    change.address_wait_hours = hours === '' ? null : Number(hours);
  }
  if (isChanged(values, begun, 'phrase')) change.phrase = values.phrase;
  const checked = checkFields(changeSecuritySettingsCall.body(), change);
  if (checked.ok && Object.keys(fields).length === 0) return checked;
  const told: FieldErrors = checked.ok ? {} : checked.fields;
  return { ok: false, fields: { ...told, ...fields } };
}

export type LimitsFormRef = ActorRefFrom<typeof limitsForm>;

/** Whether there is no change to save. */
export const isUnchanged = ({ context: { values, begun } }: SnapshotFrom<typeof limitsForm>) =>
  !hasChanges(values, begun);
