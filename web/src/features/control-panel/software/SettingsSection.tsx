import { getUpdateSettings, setUpdateSettings } from '@cellwright/calls';
import type { UpdateSettings } from '@cellwright/domain/software';
import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { panelCell } from '../../../api/control-panel.ts';
import { useRoutineNames } from '../../../api/routines.ts';
import { createDrafts } from '../../../api/unsaved/drafts.ts';
import { useDraft } from '../../../api/unsaved/use-draft.ts';
import { IdSelect } from '../../../ui/IdSelect.tsx';
import { Section } from '../../../ui/Page.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { showError } from '../../../ui/toasts.ts';
import styles from '../ControlPanel.module.css';
import { BackupScheduleFields, TimeZoneSelect, WindowFields } from './ScheduleFields.tsx';

const queryKey = ['updateSettings'];
const drafts = createDrafts<UpdateSettings>('update settings');
const draftKey = 'settings';

/** When updates and backups are made, and how a new build is tested. */
export function SettingsSection() {
  const { t } = useTranslation('software');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => panelCell.call(getUpdateSettings, {}, { signal }),
  });
  return (
    <Section title={t('settings')}>
      {!data && error && (
        <ErrorState title={t('settingsFailed')} reason={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton h={120} />}
      {data && <SettingsForm stored={data} />}
    </Section>
  );
}

function SettingsForm({ stored }: { readonly stored: UpdateSettings }) {
  const { t } = useTranslation('software');
  const queries = useQueryClient();
  const [draft, setDraft] = useDraft(drafts, draftKey, t('settings'));
  const settings = draft ?? stored;
  const change = (changed: Partial<UpdateSettings>) => setDraft({ ...settings, ...changed });
  const save = useMutation({
    mutationFn: (wanted: UpdateSettings) => panelCell.call(setUpdateSettings, wanted),
    onSuccess(saved, sent) {
      queries.setQueryData(queryKey, saved);
      // A change that was made during the save is still unsaved.
      if (drafts.get(draftKey) === sent) setDraft(undefined);
    },
    onError: showError,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (draft) save.mutate(draft);
      }}
    >
      <div className={styles.pairs}>
        <TimeZoneSelect value={settings.timeZone} onChange={(timeZone) => change({ timeZone })} />
        <RoutineSelect value={settings.testRoutineID} onChange={(testRoutineID) => change({ testRoutineID })} />
      </div>
      <WindowFields value={settings.window} onChange={(window) => change({ window })} />
      <BackupScheduleFields value={settings.backups} onChange={(backups) => change({ backups })} />
      <div className={styles.tools}>
        <Button type="submit" size="md" disabled={draft === undefined} loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

interface RoutineSelectProps {
  readonly value: string | null;
  onChange(id: string | null): void;
}

function RoutineSelect({ value, onChange }: RoutineSelectProps) {
  const { t } = useTranslation('software');
  const { data } = useRoutineNames();
  return (
    <IdSelect
      label={t('testRoutine')}
      none={t('builtInTest')}
      choices={data ?? []}
      value={value ?? ''}
      disabled={!data}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  );
}
