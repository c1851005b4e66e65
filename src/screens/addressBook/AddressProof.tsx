import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { ComparedAddresses } from '../../components/money/ComparedAddresses.tsx';
import type { AddressProofRef } from '../../machines/addressBook/addressForms.ts';
import { useFields } from '../core/formView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { AccessDialog } from '../profile/AccessDialog.tsx';
import { type HeldFactor, ProofField } from '../profile/ProofField.tsx';

interface Props {
  form: AddressProofRef;
  looksLike: string | null;
  factor: HeldFactor;
  onBack: () => void;
  onClose: () => void;
}

/** The address again, beside the one that it resembles, and the proof for saving it. */
export function AddressProof({ form, looksLike, factor, onBack, onClose }: Props) {
  const { t } = useTexts('profile', 'transactions');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  const { label, walletAddress, hasPassword, isCompared } = state.context.values;
  return (
    <AccessDialog
      title={t('profile:addresses.confirmTitle')}
      form={state}
      send={form.send}
      order={['label', 'walletAddress', 'token', 'note', 'isCompared', 'password', 'code', 'otp']}
      label={t('profile:addresses.save')}
      busyLabel={t('profile:addresses.saving')}
      onClose={onClose}
      isHeldWhileBusy
      note={
        <Button variant="quiet" isPending={state.hasTag('busy')} onPress={onBack}>
          {t('profile:addresses.back')}
        </Button>
      }
      about={
        <div className="flex flex-col gap-3">
          <p className="font-semibold [overflow-wrap:anywhere]">{label}</p>
          {looksLike === null ? (
            <MonoGroups value={walletAddress} />
          ) : (
            <div role="alert" className="flex flex-col gap-3 rounded-card border border-loss p-4">
              <p className="font-semibold">{t('profile:addresses.alikeTitle')}</p>
              <p>{t('profile:addresses.alikeText')}</p>
              <ComparedAddresses
                labels={{
                  first: t('profile:addresses.alikeNew'),
                  second: t('profile:addresses.alikeKnown'),
                  differs: t('profile:addresses.differs'),
                }}
                first={walletAddress}
                second={looksLike}
              />
            </div>
          )}
          <p className="text-muted text-sm">{t('profile:addresses.confirmText')}</p>
        </div>
      }
    >
      {looksLike !== null && (
        <Checkbox
          id="field-isCompared"
          isSelected={isCompared}
          error={field('isCompared').error}
          onChange={field('isCompared').onChange}
        >
          {t('profile:addresses.compared')}
        </Checkbox>
      )}
      <ProofField
        hasPassword={hasPassword}
        factor={factor}
        password={field('password')}
        code={field('code')}
        otp={field('otp')}
      />
    </AccessDialog>
  );
}
