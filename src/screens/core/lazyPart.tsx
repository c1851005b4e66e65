import { type ComponentType, lazy, use } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { Failure } from '../../components/base/Failure.tsx';
import { PageReload } from '../../components/base/pageReload.ts';
import { useTexts } from './useTexts.ts';

/** Like React's `lazy`, but shows `instead` when the code does not load, and the rest of the page stays. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType<Props> = MissingPart,
) {
  return lazy<ComponentType<Props>>(() => load().catch(() => ({ default: instead })));
}

/** The failure of a dialog is shown over the page, where it can be closed. */
export function MissingPart({ onClose }: { onClose?: () => void }) {
  const { t } = useTexts();
  const { isLocked, reload } = use(PageReload);
  const failure = (
    <Failure
      title={t('common:missing.title')}
      action={
        <>
          <Button
            variant="secondary"
            reason={isLocked ? t('common:update.locked') : undefined}
            onPress={reload}
          >
            {t('common:missing.reload')}
          </Button>
          {onClose && (
            <Button variant="quiet" onPress={onClose}>
              {t('common:actions.close')}
            </Button>
          )}
        </>
      }
    >
      {t('common:missing.text')}
    </Failure>
  );
  return onClose ? <div className="fixed inset-x-4 top-16 z-40 mx-auto max-w-lg">{failure}</div> : failure;
}
