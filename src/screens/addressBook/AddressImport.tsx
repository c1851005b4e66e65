import { useSelector } from '@xstate/react';
import type { FieldErrors, Rule } from '../../../contract/rules.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { FileButton } from '../../components/fields/FileButton.tsx';
import type { AddressImportRef } from '../../machines/addressBook/addressForms.ts';
import { useFields } from '../core/formView.tsx';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';
import { AccessDialog } from '../profile/AccessDialog.tsx';
import { type HeldFactor, ProofField } from '../profile/ProofField.tsx';

interface ImportProps {
  form: AddressImportRef;
  factor: HeldFactor;
  onChoose: (file: File) => void;
  onClose: () => void;
}

/** The chosen table, and the proof for saving it. */
export function AddressImport({ form, factor, onChoose, onClose }: ImportProps) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const { values, errors } = state.context;
  const field = useFields(state.context, form.send);
  return (
    <AccessDialog
      title={t('profile:addresses.importTitle')}
      form={state}
      send={form.send}
      order={['csv', 'password', 'code', 'otp']}
      label={t('profile:addresses.importNow')}
      busyLabel={t('profile:addresses.importing')}
      onClose={onClose}
      isHeldWhileBusy
      about={<p>{t('profile:addresses.importText')}</p>}
    >
      <div className="flex flex-col items-start gap-2">
        <p className="[overflow-wrap:anywhere]">{values.name}</p>
        <ChooseFile onChoose={onChoose} isBusy={state.hasTag('busy')} />
        <TableErrors errors={errors} />
      </div>
      <ProofField
        hasPassword={values.hasPassword}
        factor={factor}
        password={field('password')}
        code={field('code')}
        otp={field('otp')}
      />
    </AccessDialog>
  );
}

function ChooseFile({ onChoose, isBusy = false }: { onChoose: (file: File) => void; isBusy?: boolean }) {
  const { t } = useTexts('profile');
  return (
    <FileButton variant="secondary" isPending={isBusy} accept={['text/csv', '.csv']} onChoose={onChoose}>
      {t('profile:addresses.choose')}
    </FileButton>
  );
}

interface ChoiceProps {
  /** Whether the chosen table is being read. */
  isReading: boolean;
  isUnreadable: boolean;
  /** What is wrong with the chosen table. */
  errors: FieldErrors;
  onChoose: (file: File) => void;
  onClose: () => void;
}

/** Asks for a table file. */
export function AddressFile({ isReading, isUnreadable, errors, onChoose, onClose }: ChoiceProps) {
  const { t } = useTexts('profile');
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('profile:addresses.importTitle')}
      closeLabel={t('common:actions.cancel')}
    >
      <div className="flex flex-col items-start gap-4">
        <p>{t('profile:addresses.importText')}</p>
        {isUnreadable && (
          <p role="alert" className="text-loss">
            {t('profile:addresses.fileFailed')}
          </p>
        )}
        {Object.keys(errors).length > 0 && (
          <div role="alert" className="flex flex-col gap-2">
            <p>{t('profile:addresses.fileRefused')}</p>
            <TableErrors errors={errors} />
          </div>
        )}
        <ChooseFile onChoose={onChoose} isBusy={isReading} />
      </div>
    </Dialog>
  );
}

const fileWords: Partial<Record<Rule, 'profile:addresses.noAddresses' | 'profile:addresses.fileTooLong'>> = {
  required: 'profile:addresses.noAddresses',
  too_long: 'profile:addresses.fileTooLong',
};

/** What is wrong with a table: with the whole of it, and with its lines. */
function TableErrors({ errors }: { errors: FieldErrors }) {
  const { t } = useTexts('profile');
  const lines = Object.entries(errors).filter(([name]) => /^\d/.test(name));
  return (
    <>
      {errors.csv && (
        <p className="text-loss text-sm">{t(fileWords[errors.csv] ?? ruleText('csv', errors.csv))}</p>
      )}
      {lines.length > 0 && (
        <ul className="flex flex-col gap-1 text-loss text-sm">
          {lines.map(([name, rule]) => (
            <LineError key={name} name={name} rule={rule} />
          ))}
        </ul>
      )}
    </>
  );
}

/** `name`: `3.address`, the line of the file and its column. A line with a wrong quotation mark has no columns. */
function LineError({ name, rule }: { name: string; rule: Rule }) {
  const { t } = useTexts('profile');
  const [line = '', column = ''] = name.split('.');
  const text = t(ruleText(column === 'address' ? 'walletAddress' : column, rule));
  return (
    <li>
      {column === 'quotes'
        ? t('profile:addresses.quotes', { line })
        : t('profile:addresses.line', { line, column, text })}
    </li>
  );
}
