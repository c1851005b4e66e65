import { useSelector } from '@xstate/react';
import { tokenSymbols } from '../../../contract/tokens.ts';
import { Select } from '../../components/fields/Select.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { AddressDetailsRef, AddressEditRef } from '../../machines/addressBook/addressForms.ts';
import { useFields } from '../core/formView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { AccessDialog } from '../profile/AccessDialog.tsx';

export function AddressDetails({ form, onClose }: { form: AddressDetailsRef; onClose: () => void }) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  const { id: _, name: __, ...token } = field('token');
  const listed: readonly string[] = tokenSymbols;
  const symbols = listed.includes(token.value) || token.value === '' ? listed : [...listed, token.value];
  return (
    <AccessDialog
      title={t('profile:addresses.addTitle')}
      form={state}
      send={form.send}
      order={['label', 'walletAddress', 'token', 'note']}
      label={t('profile:addresses.next')}
      busyLabel={t('profile:addresses.checking')}
      onClose={onClose}
      isHeldWhileBusy
    >
      <TextField {...field('label')} label={t('profile:addresses.label')} autoComplete="off" isRequired />
      <TextField
        {...field('walletAddress')}
        label={t('profile:addresses.address')}
        placeholder="0x"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
      />
      <Select
        {...token}
        id="field-token"
        label={t('profile:addresses.token')}
        options={[
          { value: '', label: t('profile:addresses.anyToken') },
          ...symbols.map((symbol) => ({ value: symbol, label: symbol })),
        ]}
      />
      <TextField {...field('note')} label={t('profile:addresses.note')} autoComplete="off" />
    </AccessDialog>
  );
}

/** The form for the label and the note. */
export function AddressEdit({ form, onClose }: { form: AddressEditRef; onClose: () => void }) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  return (
    <AccessDialog
      title={t('profile:addresses.editTitle')}
      form={state}
      send={form.send}
      order={['label', 'note']}
      label={t('profile:addresses.saveChanges')}
      busyLabel={t('profile:addresses.saving')}
      onClose={onClose}
      isHeldWhileBusy
    >
      <TextField {...field('label')} label={t('profile:addresses.label')} autoComplete="off" isRequired />
      <TextField {...field('note')} label={t('profile:addresses.note')} autoComplete="off" />
    </AccessDialog>
  );
}
