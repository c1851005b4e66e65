import { useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { Segmented } from '../../components/base/Segmented.tsx';
import { Select } from '../../components/fields/Select.tsx';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import type { StatementRef } from '../../machines/history/statementMachine.ts';
import { usualPeriod, yearsOf } from '../../machines/history/statementPeriods.ts';
import { monthText } from '../core/dates.ts';
import { ExportOutcome } from '../core/ExportOutcome.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  statement: StatementRef;
  /** The months that have a statement, newest first. */
  months: readonly string[];
}

/** Chooses a statement, and shows the state of its download. */
export default function StatementDialog({ statement, months }: Props) {
  const { t, locale } = useTexts('transactions');
  const period = useSelector(statement, ({ context }) => context.period);
  const file = useSelector(statement, ({ children }) => children.statementExport);
  const isYear = period.length === 4;
  const choose = (chosen: string) => statement.send({ type: 'period.chosen', period: chosen });
  const periods = isYear ? yearsOf(months) : months;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && statement.send({ type: 'statement.closed' })}
      title={t('transactions:statements.title')}
      closeLabel={t('common:actions.close')}
      actions={file && <GetFile file={file} period={period} />}
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">{t('transactions:statements.text')}</p>
        <div>
          <Segmented
            legend={t('transactions:statements.length')}
            options={[
              { value: 'month', label: t('transactions:statements.month') },
              { value: 'year', label: t('transactions:statements.year') },
            ]}
            value={isYear ? 'year' : 'month'}
            onChange={(unit) => choose(unit === 'year' ? (yearsOf(months)[0] ?? '') : usualPeriod(months))}
          />
        </div>
        <Select
          label={t('transactions:statements.period')}
          options={periods.map((value) => ({ value, label: isYear ? value : monthText(value, locale) }))}
          value={period}
          onChange={choose}
        />
        {file && <ExportOutcome file={file} />}
      </div>
    </Dialog>
  );
}

function GetFile({ file, period }: { file: ExportRef; period: string }) {
  const { t } = useTexts('transactions');
  const isBusy = useSelector(file, (snapshot) => snapshot.hasTag('busy'));
  const asked = useSelector(file, ({ context }) => context.name);
  const button = (type: 'pdf' | 'csv', label: string, variant: 'primary' | 'secondary') => {
    const name = `statement_${period}.${type}`;
    const isPending = isBusy && asked.endsWith(type);
    return (
      <Button
        variant={variant}
        isPending={isPending}
        reason={isBusy && !isPending ? t('transactions:export.running', { name: asked }) : undefined}
        onPress={() => file.send({ type: 'export.requested', filters: `period=${period}`, name })}
      >
        <Download {...iconProps} />
        {label}
      </Button>
    );
  };
  return (
    <>
      {button('pdf', t('transactions:statements.pdf'), 'primary')}
      {button('csv', t('transactions:export.action'), 'secondary')}
    </>
  );
}
