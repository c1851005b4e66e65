import { useSelector } from '@xstate/react';
import { Download, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import { ExportOutcome } from './ExportOutcome.tsx';
import { useTexts } from './useTexts.ts';

interface Props {
  title: string;
  resource: ResourceRef<unknown>;
  file: ExportRef;
  /** The request and the name of the file; null while the filters are invalid. */
  exported: { readonly filters: string; readonly name: string } | null;
  /** Further actions. */
  children?: ReactNode;
}

/** The page's title, the export of its filtered data, and the export's state. */
export function ExportHeader({ title, resource, file, exported, children }: Props) {
  const { t } = useTexts('transactions');
  const isBusy = useSelector(resource, (state) => state.hasTag('busy') && !state.hasTag('slow'));
  const isAsked = useSelector(resource, (state) => !state.matches('unasked'));
  const isExporting = useSelector(file, (state) => state.hasTag('busy'));
  const reason = t('transactions:history.filtersFirst');
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <div className="mr-auto">
          <PageTitle>{title}</PageTitle>
        </div>
        <div className="flex flex-wrap gap-2 max-[22.5rem]:[&_button]:px-3">
          <Button
            variant="secondary"
            isPending={isBusy}
            reason={isAsked ? undefined : reason}
            onPress={() => resource.send({ type: 'refresh.requested' })}
          >
            <RefreshCw {...iconProps} />
            <span className="max-sm:sr-only">{t('common:actions.refresh')}</span>
          </Button>
          {children}
          <Button
            variant="secondary"
            isPending={isExporting}
            reason={exported ? undefined : reason}
            onPress={() => exported && file.send({ type: 'export.requested', ...exported })}
          >
            <Download {...iconProps} />
            <span className="max-sm:sr-only">{t('transactions:export.action')}</span>
          </Button>
        </div>
      </div>
      <ExportOutcome file={file} />
    </>
  );
}
