import { useSelector } from '@xstate/react';
import { addressWaits, longestLock, type ToldSecuritySettings } from '../../../contract/securitySettings.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import {
  isUnchanged,
  type LimitsFormRef,
  type LimitsValues,
  type SettingsTopic,
  settingsTopics,
} from '../../machines/profile/limitsForm.ts';
import { type Fields, useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';
import { TypedAmountField } from '../money/TypedAmountField.tsx';
import { LockEnd } from './LockEnd.tsx';
import { type HeldFactor, ProofField } from './ProofField.tsx';
import { useSettingText } from './useSettingText.ts';

interface Props {
  topic: SettingsTopic;
  form: LimitsFormRef;
  settings: ToldSecuritySettings;
  factor: HeldFactor;
}

/** The settings of one topic, and the proof that their change needs once the server asks for it. */
export function LimitsFields({ topic, form, settings, factor }: Props) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  const [password, code, otp] = [field('password'), field('code'), field('otp')];
  const isAsked = (each: { readonly error: string | undefined; readonly value: string }) =>
    each.error !== undefined || each.value !== '';
  const words = buttons[topic];
  return (
    <>
      <LockEnd failure={state.context.failure} />
      <SubmitForm
        form={state}
        send={form.send}
        order={[...settingsTopics[topic], 'password', 'code', 'otp']}
        label={t(words.save)}
        busyLabel={t('profile:security.busy')}
        reason={isUnchanged(state) ? t('profile:personal.unchanged') : undefined}
        note={t(words.note)}
      >
        {topic === 'limits' && <Limits field={field} />}
        {topic === 'addresses' && <AddressRules field={field} settings={settings} />}
        {topic === 'lock' && <SettingsLock field={field} settings={settings} />}
        {topic === 'phrase' && <Phrase field={field} />}
        {isAsked(password) && (
          <PasswordField
            {...password}
            revealLabel={t('auth:password.show')}
            hideLabel={t('auth:password.hide')}
            label={t('profile:security.passwordCurrent')}
            autoComplete="current-password"
            isRequired
          />
        )}
        {(isAsked(code) || isAsked(otp)) && (
          <ProofField hasPassword={false} factor={factor} password={password} code={code} otp={otp} />
        )}
      </SubmitForm>
    </>
  );
}

const buttons = {
  limits: { save: 'profile:limits.save', note: 'profile:limits.note' },
  addresses: { save: 'profile:limits.rulesSave', note: 'profile:limits.rulesNote' },
  lock: { save: 'profile:limits.lockSave', note: 'profile:limits.lockNote' },
  phrase: { save: 'profile:limits.phraseSave', note: 'profile:limits.phraseNote' },
} as const;

interface FieldsProps {
  field: Fields<LimitsValues>;
}

function Limits({ field }: FieldsProps) {
  const { t } = useTexts('profile');
  return (
    <>
      <TypedAmountField
        {...field('daily_limit')}
        symbol={valueToken.symbol}
        label={t('profile:limits.daily')}
        description={t('profile:limits.dailyHelp')}
      />
      <TypedAmountField
        {...field('payment_limit')}
        symbol={valueToken.symbol}
        label={t('profile:limits.payment')}
        description={t('profile:limits.paymentHelp')}
      />
      <TypedAmountField
        {...field('proof_above')}
        symbol={valueToken.symbol}
        label={t('profile:limits.proof')}
        description={t('profile:limits.proofHelp')}
      />
    </>
  );
}

interface ChoiceProps extends FieldsProps {
  settings: ToldSecuritySettings;
}

const usualWaits = [addressWaits.shortest, 48, 72, 120, addressWaits.longest];

function AddressRules({ field, settings }: ChoiceProps) {
  const { t } = useTexts('profile');
  const settingText = useSettingText();
  const { value: isOnly, ...only } = field('allow_list_only');
  const waits = sorted([...usualWaits, settings.address_wait_hours ?? addressWaits.shortest]);
  return (
    <>
      <Checkbox {...only} isSelected={isOnly} description={t('profile:limits.onlyHelp')}>
        {t('profile:limits.only')}
      </Checkbox>
      <Select
        {...field('address_wait_hours')}
        label={t('profile:limits.wait')}
        description={t('profile:limits.waitHelp')}
        options={[null, ...waits].map((hours) => ({
          value: String(hours ?? ''),
          label: settingText('address_wait_hours', hours),
        }))}
      />
    </>
  );
}

const usualLocks = [0, 1, 3, 7, 14, longestLock];

function SettingsLock({ field, settings }: ChoiceProps) {
  const { t } = useTexts('profile');
  const settingText = useSettingText();
  const lock = field('lock_days');
  const isRaised = Number(lock.value) > settings.lock_days;
  return (
    <>
      <Select
        {...lock}
        label={t('profile:limits.lock')}
        options={sorted([...usualLocks, settings.lock_days]).map((days) => ({
          value: String(days),
          label: settingText('lock_days', days),
        }))}
      />
      {isRaised && (
        <p role="status" className="rounded-card border border-wait px-4 py-3 text-sm">
          {t('profile:limits.lockWarning', { count: Number(lock.value) })}
        </p>
      )}
    </>
  );
}

function Phrase({ field }: FieldsProps) {
  const { t } = useTexts('profile');
  return (
    <TextField
      {...field('phrase')}
      label={t('profile:limits.phrase')}
      description={t('profile:limits.phraseHelp')}
      autoComplete="off"
    />
  );
}

const sorted = (values: readonly number[]) => [...new Set(values)].sort((left, right) => left - right);
