import { useSelector } from '@xstate/react';
import { Camera } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import { CameraView } from '../../components/fields/CameraView.tsx';
import type { CameraRef } from '../../machines/kyc/cameraMachine.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  camera: CameraRef;
  /** Why a picture cannot be accepted right now, in words. */
  reason?: string | undefined;
}

/** Takes a picture with the camera. Without a camera it says why, and offers the upload. */
export function CameraPanel({ camera, reason }: Props) {
  const { t } = useTexts('kyc');
  const state = useSelector(camera, (snapshot) => snapshot);
  const { stream, picture, problem } = state.context;
  const close = (
    <Button variant="quiet" onPress={() => camera.send({ type: 'camera.closed' })}>
      {t('kyc:selfie.close')}
    </Button>
  );
  if (state.matches('proposing') && picture) {
    return (
      <div key="proposing" ref={takeLostFocus} className="flex flex-col gap-3">
        <img src={picture.url} alt={t('kyc:selfie.proposal')} className="w-full rounded-card" />
        <div className="flex flex-wrap gap-2">
          <Button reason={reason} onPress={() => camera.send({ type: 'picture.accepted' })}>
            {t('kyc:selfie.accept')}
          </Button>
          <Button variant="secondary" onPress={() => camera.send({ type: 'picture.declined' })}>
            {t('kyc:selfie.again')}
          </Button>
          {close}
        </div>
      </div>
    );
  }
  if (state.matches('on')) {
    return (
      <div key="on" ref={takeLostFocus} className="flex flex-col gap-3">
        <p role="status" className={stream ? 'sr-only' : ''}>
          {t(stream ? 'kyc:selfie.opened' : 'kyc:selfie.opening')}
        </p>
        {stream && <CameraView stream={stream} label={t('kyc:selfie.live')} />}
        <div className="flex flex-wrap gap-2">
          {stream && (
            <Button
              isPending={state.hasTag('busy')}
              onPress={() => camera.send({ type: 'picture.requested' })}
            >
              {t('kyc:selfie.take')}
            </Button>
          )}
          {close}
        </div>
      </div>
    );
  }
  return (
    <div key="off" ref={takeLostFocus} className="flex flex-col items-start gap-3">
      {problem && state.matches('unavailable') && (
        <p role="alert" className="text-loss">
          {t(`kyc:selfie.problem.${problem}`)}
        </p>
      )}
      <Button onPress={() => camera.send({ type: 'camera.opened' })}>
        <Camera {...iconProps} />
        {t('kyc:selfie.open')}
      </Button>
    </div>
  );
}
