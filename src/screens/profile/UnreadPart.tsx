import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  resource: ResourceRef<unknown> | undefined;
  /** The title of a failure. */
  failed: string;
}

/** Says that a part of the profile is loading, could not be loaded, or is old. Nothing beside what is fresh. */
export function UnreadPart({ resource, failed }: Props) {
  const { t } = useTexts('profile');
  if (!resource) return null;
  return (
    <ResourceView
      resource={resource}
      failed={failed}
      placeholder={
        <>
          <p role="status" className="sr-only">
            {t('common:loading')}
          </p>
          <Freshness resource={resource} />
        </>
      }
    >
      {() => <Freshness resource={resource} />}
    </ResourceView>
  );
}
