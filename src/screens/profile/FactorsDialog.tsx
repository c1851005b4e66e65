import { useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { CopyButton } from '../../components/base/CopyButton.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { QrCode } from '../../components/money/QrCode.tsx';
import {
  type FactorChange,
  type FactorChangeRef,
  needsName,
  type TotpFormRef,
} from '../../machines/profile/factorForms.ts';
import type { FactorRequested, FactorsDialogRef } from '../../machines/profile/factorsMachine.ts';
import { useFields } from '../core/formView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { AccessDialog } from './AccessDialog.tsx';
import { type HeldFactor, ProofField } from './ProofField.tsx';

interface Props {
  dialog: FactorsDialogRef;
  factor: HeldFactor;
}

const confirming = 'profile:methods.confirming' as const;
const words = {
  add: {
    title: 'profile:factors.addTitle',
    text: 'profile:factors.addText',
    label: 'profile:methods.next',
    busy: confirming,
  },
  renew: {
    title: 'profile:factors.renewTitle',
    text: 'profile:factors.renewText',
    label: 'profile:factors.renew',
    busy: confirming,
  },
  remove: {
    title: 'profile:factors.removeTitle',
    text: 'profile:factors.removeText',
    label: 'profile:factors.turnOff',
    busy: confirming,
  },
  addPasskey: {
    title: 'profile:factors.addPasskeyTitle',
    text: 'profile:factors.addPasskeyText',
    label: 'profile:methods.next',
    busy: 'profile:factors.addingPasskey',
  },
  renamePasskey: {
    title: 'profile:factors.renameTitle',
    text: 'profile:factors.renameText',
    label: 'profile:factors.saveName',
    busy: 'profile:factors.savingName',
  },
  removePasskey: {
    title: 'profile:factors.removePasskeyTitle',
    text: 'profile:factors.removePasskeyText',
    label: 'profile:factors.removePasskey',
    busy: confirming,
  },
} as const satisfies Record<FactorChange, unknown>;

/** Changes the second factors, step by step. */
export default function FactorsDialog({ dialog, factor }: Props) {
  const { factorChange, totp } = useSelector(dialog, ({ children }) => children);
  const { secret, request } = useSelector(dialog, ({ context }) => context);
  const close = () => dialog.send({ type: 'factor.closed' });
  if (factorChange)
    return <ChangeForm form={factorChange} request={request} factor={factor} onClose={close} />;
  if (totp && secret) return <TotpForm form={totp} {...secret} onClose={close} />;
  return <RecoveryCodes dialog={dialog} onClose={close} />;
}

interface ChangeProps {
  form: FactorChangeRef;
  request: FactorRequested;
  factor: HeldFactor;
  onClose: () => void;
}

function ChangeForm({ form, request, factor, onClose }: ChangeProps) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  const { change, hasPassword, name } = request;
  const isRemoval = change === 'remove' || change === 'removePasskey';
  return (
    <AccessDialog
      {...(isRemoval && { role: 'alertdialog', variant: 'danger' })}
      title={t(words[change].title)}
      form={state}
      send={form.send}
      order={['name', 'password', 'code', 'otp']}
      label={t(words[change].label)}
      busyLabel={t(words[change].busy)}
      onClose={onClose}
      isHeldWhileBusy
      about={<p className="[overflow-wrap:anywhere]">{t(words[change].text, { name })}</p>}
    >
      {needsName(change) && (
        <TextField
          {...field('name')}
          label={t('profile:factors.passkeyName')}
          autoComplete="off"
          isRequired
        />
      )}
      {change !== 'renamePasskey' && (
        <ProofField
          hasPassword={hasPassword}
          factor={factor}
          password={field('password')}
          code={field('code')}
          otp={field('otp')}
        />
      )}
    </AccessDialog>
  );
}

interface TotpProps {
  form: TotpFormRef;
  secret: string;
  uri: string;
  onClose: () => void;
}

function TotpForm({ form, secret, uri, onClose }: TotpProps) {
  const { t } = useTexts('profile');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  return (
    <AccessDialog
      title={t('profile:factors.addTitle')}
      form={state}
      send={form.send}
      order={['otp']}
      label={t('profile:factors.turnOn')}
      busyLabel={t('profile:factors.turningOn')}
      onClose={onClose}
      isHeldWhileBusy
      about={
        <>
          <p>{t('profile:factors.scan')}</p>
          <QrCode value={uri} label={t('profile:factors.qr')} />
          <div className="flex flex-col gap-1">
            <p className="text-muted text-sm">{t('profile:factors.key')}</p>
            <MonoGroups value={secret} />
          </div>
          <div>
            <CopyButton
              value={secret}
              label={t('profile:factors.copyKey')}
              copiedLabel={t('profile:factors.copied')}
              failedLabel={t('profile:factors.copyFailed')}
            />
          </div>
        </>
      }
    >
      <TextField
        {...field('otp')}
        label={t('profile:factors.firstCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        isRequired
      />
    </AccessDialog>
  );
}

function RecoveryCodes({ dialog, onClose }: { dialog: FactorsDialogRef; onClose: () => void }) {
  const { t } = useTexts('profile');
  const { codes, isSaved, isUrged } = useSelector(dialog, ({ context }) => context);
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onOpenChange={onClose}
      title={t('profile:factors.codesTitle')}
      closeLabel={t('common:actions.close')}
    >
      <div className="flex flex-col gap-5">
        <p>{t('profile:factors.codesText')}</p>
        <ol className="grid gap-y-2" aria-label={t('profile:factors.codes')}>
          {codes.map((code) => (
            <li key={code} className="select-all font-mono text-sm">
              {code}
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <CopyButton
            value={codes.join('\n')}
            label={t('profile:factors.copyCodes')}
            copiedLabel={t('profile:factors.copied')}
            failedLabel={t('profile:factors.copyFailed')}
          />
          <Button variant="secondary" onPress={() => dialog.send({ type: 'file.requested' })}>
            <Download {...iconProps} />
            {t('profile:factors.download')}
          </Button>
        </div>
        <Checkbox
          id="codes-saved"
          isSelected={isSaved}
          onChange={(value) => dialog.send({ type: 'codes.saved', isSaved: value })}
          error={isUrged ? t('profile:factors.notSaved') : undefined}
        >
          {t('profile:factors.saved')}
        </Checkbox>
        <Button isWide onPress={onClose}>
          {t('profile:factors.done')}
        </Button>
      </div>
    </Dialog>
  );
}
