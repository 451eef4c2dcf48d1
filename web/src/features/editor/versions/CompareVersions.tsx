import { describeChanges } from '@cellwright/calls';
import { Modal, NativeSelect, Skeleton } from '@mantine/core';
import { IconEqual } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../../api/cell.ts';
import { describeMaker } from '../../../parts/describe-maker.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { useEditor } from '../editor-context.ts';
import { ComparisonTable } from './ComparisonTable.tsx';
import { compareVersions, countKinds } from './compare-versions.ts';
import { useRoutineVersion } from './use-routine-version.ts';
import type { ListedVersion } from './VersionRow.tsx';
import styles from './Versions.module.css';

interface Props {
  readonly versions: readonly ListedVersion[];
  readonly from: number;
  readonly to: number;
  onClose(): void;
}

/** Two versions of the routine side by side: what differs, in words, and who changed it when. */
export default function CompareVersions({ versions, from, to, onClose }: Props) {
  const { t } = useTranslation('versions');
  const [chosen, setChosen] = useState([from, to] as const);
  const [older, newer] = [Math.min(...chosen), Math.max(...chosen)];
  return (
    <Modal
      opened
      size="min(1200px, 96vw)"
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
      transitionProps={{ duration: 0 }}
      onClose={onClose}
    >
      <div className={styles.sides}>
        <VersionSelect
          label={t('older')}
          versions={versions}
          value={older}
          onChange={(version) => setChosen([version, newer])}
        />
        <VersionSelect
          label={t('newer')}
          versions={versions}
          value={newer}
          onChange={(version) => setChosen([older, version])}
        />
      </div>
      <Differences older={older} newer={newer} />
    </Modal>
  );
}

interface SelectProps {
  readonly label: string;
  readonly versions: readonly ListedVersion[];
  readonly value: number;
  onChange(version: number): void;
}

function VersionSelect({ label, versions, value, onChange }: SelectProps) {
  const { t, i18n } = useTranslation('versions');
  const { t: say } = useTranslation();
  const { session } = useEditor();
  const optionText = ({ version, savedAt, savedByName, named }: ListedVersion) => {
    const moment = savedAt === undefined ? '' : formatMoment(savedAt, i18n.language);
    const option = named
      ? t('optionNamed', { title: named.name, version })
      : t('option', { version, moment, name: describeMaker(say, savedByName) });
    return version === session.save.version ? t('optionCurrent', { option }) : option;
  };
  const listed = versions.map((version) => ({ value: String(version.version), label: optionText(version) }));
  // A version older than the listed ones is chosen by its neighbour.
  const isListed = versions.some(({ version }) => version === value);
  const unlisted = { value: String(value), label: say('home.version', { version: value }) };
  return (
    <NativeSelect
      size="md"
      label={label}
      data={isListed ? listed : [...listed, unlisted]}
      value={String(value)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}

function Differences({ older, newer }: { readonly older: number; readonly newer: number }) {
  const { t } = useTranslation('versions');
  const { id } = useEditor().session.routine;
  const before = useRoutineVersion(id, older);
  const after = useRoutineVersion(id, newer);
  const changes = useQuery({
    queryKey: ['routine changes', id, older, newer],
    queryFn: ({ signal }) => cell.call(describeChanges, { id, from: older, to: newer }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const comparison = useMemo(
    () => before.data && after.data && changes.data && compareVersions(before.data, after.data, changes.data.changes),
    [before.data, after.data, changes.data],
  );
  const failed = [before, after, changes].find(({ error }) => error !== null);
  if (failed?.error)
    return <ErrorState title={t('failed')} reason={failed.error.message} onRetry={() => void failed.refetch()} />;
  if (!before.data || !after.data || !comparison) return <Skeleton h={200} mt={12} />;
  const counts = countKinds(comparison);
  if (counts.added + counts.removed + counts.moved + counts.changed === 0)
    return <EmptyState Icon={IconEqual} title={t('same')} text={t('sameHelp')} />;
  return (
    <>
      <p className={styles.counts} role="status" data-testid="difference-counts">
        {t('counts', { ...counts })}
      </p>
      <ComparisonTable comparison={comparison} before={before.data} after={after.data} />
    </>
  );
}
