import type { ReplayPlayer } from '@cellwright/client';
import type { Run } from '@cellwright/domain/run';
import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalSeparator } from '../../../ui/decimal-text.ts';
import { saveText } from '../../../ui/save-text.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { showError, showProgress } from '../../../ui/toasts.ts';
import { writeCsv } from '../runs-csv.ts';
import { readArcLog } from './arc-log.ts';

interface Props {
  readonly run: Run;
  readonly player: ReplayPlayer;
}

/** Saves the values of the arcs of a run as a CSV file. */
export function ArcLogButton({ run, player }: Props) {
  const { t } = useTranslation();
  const [isReading, setReading] = useState(false);
  const save = async () => {
    setReading(true);
    const progress = showProgress(t('runs.arcLog.reading'));
    try {
      const rows = await readArcLog(player);
      const head = columns.map((name) => t(`runs.arcLog.columns.${name}`));
      const table = rows.map((row) => columns.map((name) => (name === 'routine' ? run.routineName : row[name])));
      const text = writeCsv([head, ...table], { decimalSeparator: decimalSeparator() });
      if (rows.length > 0) saveText(`${t('runs.arcLog.fileName')}-${run.startedAt.slice(0, 10)}.csv`, text, 'text/csv');
      progress.end(t('runs.arcLog.saved', { count: rows.length }));
    } catch (error) {
      progress.end(t('runs.arcLog.failed'));
      showError(error);
    } finally {
      setReading(false);
    }
  };
  return (
    <Button
      size="md"
      variant="default"
      loading={isReading}
      leftSection={<IconFileDownload size={iconSizes.sm} aria-hidden />}
      onClick={() => void save()}
    >
      {t('runs.arcLog.save')}
    </Button>
  );
}

const columns = ['routine', 'bead', 'stepPath', 'at', 'activity', 'voltage', 'current', 'wireSpeed'] as const;
