import { ProductError } from '@cellwright/domain/basics';
import type { ExternalControlSettings } from '@cellwright/domain/robot';
import type { Stamps } from '@cellwright/entities';
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate } from '../../../api/cell.ts';
import { createDrafts } from '../../../api/unsaved/drafts.ts';
import { useDraft } from '../../../api/unsaved/use-draft.ts';
import { IdSelect } from '../../../ui/IdSelect.tsx';
import { NumberInput } from '../../../ui/NumberInput.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import { showError, showNote } from '../../../ui/toasts.ts';
import styles from '../ControlPanel.module.css';

type Fields = Pick<ExternalControlSettings, 'robotKind' | 'defaultRoutineID' | 'etherNetIPAdapter'>;

interface Draft {
  readonly fields: Fields;
  /** Version of the stored settings that the draft changes. */
  readonly base: number;
}

const settingsDrafts = createDrafts<Draft>('external control');
const draftKey = 'settings';
const queryKey = ['externalControlSettings'];
const losses = ['pause', 'stop', 'ignore'] as const;
const robots = ['live', 'simulated'] as const;

/** Address of the adapter, and what the line commands. */
export function SettingsForm() {
  const { t } = useTranslation('externalControl');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => cell.externalControlSettings.get('1', { signal }),
  });
  if (data) return <Form stored={data} />;
  if (!error) return <Skeleton h={160} />;
  return <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />;
}

function Form({ stored }: { readonly stored: ExternalControlSettings & Stamps }) {
  const { t } = useTranslation('externalControl');
  const [draft, setDraft] = useDraft(settingsDrafts, draftKey, t('title'));
  const fields = draft?.fields ?? stored;
  const change = (changed: Partial<Fields>) => {
    const { robotKind, defaultRoutineID, etherNetIPAdapter } = { ...fields, ...changed };
    setDraft({ fields: { robotKind, defaultRoutineID, etherNetIPAdapter }, base: draft?.base ?? stored.version });
  };
  const save = useSave(setDraft);
  const adapter = fields.etherNetIPAdapter;
  const changeAdapter = (changed: Partial<Fields['etherNetIPAdapter']>) =>
    change({ etherNetIPAdapter: { ...adapter, ...changed } });
  return (
    <>
      <div className={styles.pairs}>
        <TextInput
          size="md"
          label={t('host')}
          description={t('hostHelp')}
          value={adapter.host}
          onChange={({ currentTarget: { value } }) => changeAdapter({ host: value })}
        />
        <PortInput label={t('port')} value={adapter.port} onChange={(port) => changeAdapter({ port })} />
        <PortInput label={t('ioPort')} value={adapter.ioPort} onChange={(ioPort) => changeAdapter({ ioPort })} />
        <NativeSelect
          size="md"
          label={t('uponConnectionLoss')}
          value={adapter.uponConnectionLoss}
          data={losses.map((value) => ({ value, label: t(`loss.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            changeAdapter({ uponConnectionLoss: losses.find((each) => each === value) ?? 'stop' })
          }
        />
        <NativeSelect
          size="md"
          label={t('robot')}
          value={fields.robotKind}
          data={robots.map((value) => ({ value, label: t(`robots.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            change({ robotKind: robots.find((each) => each === value) ?? 'live' })
          }
        />
        <RoutineSelect value={fields.defaultRoutineID} onChange={(defaultRoutineID) => change({ defaultRoutineID })} />
      </div>
      <div className={styles.tools}>
        <Button
          size="md"
          disabled={draft === undefined}
          loading={save.isPending}
          onClick={() => draft && save.mutate(draft)}
        >
          {t('save')}
        </Button>
      </div>
    </>
  );
}

function useSave(setDraft: (draft: Draft | undefined) => void) {
  const { t } = useTranslation('externalControl');
  const note = useInvalidate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, base }: Draft) => cell.externalControlSettings.patch('1', { ...fields }, base),
    onSuccess: (saved, sent) => {
      queries.setQueryData(queryKey, saved);
      // A change that was made during the save is still unsaved.
      const current = settingsDrafts.get(draftKey);
      setDraft(current === sent || !current ? undefined : { ...current, base: saved.version });
      showNote(t('saved'));
    },
    onSettled: () => note('externalControlSettings'),
    onError: (error) => {
      showError(error);
      // Another user has saved: the form shows the stored settings.
      if (error instanceof ProductError && error.code === 'conflict') setDraft(undefined);
    },
  });
}

interface PortInputProps {
  readonly label: string;
  readonly value: number;
  onChange(port: number): void;
}

function PortInput({ label, value, onChange }: PortInputProps) {
  return (
    <NumberInput
      size="md"
      label={label}
      value={value}
      allowDecimal={false}
      min={1}
      max={65_535}
      onChange={(port) => port !== '' && onChange(port)}
    />
  );
}

interface RoutineSelectProps {
  readonly value: string | null;
  onChange(id: string | null): void;
}

function RoutineSelect({ value, onChange }: RoutineSelectProps) {
  const { t } = useTranslation('externalControl');
  const { data } = useQuery({
    queryKey: ['routines', 'names'],
    queryFn: ({ signal }) => cell.routines.find({ limit: 200 }, signal),
  });
  const choices = data?.items.map(({ id, name }) => ({ id, name })) ?? [];
  return (
    <IdSelect
      label={t('routine')}
      none={t('loaded')}
      choices={choices}
      value={value ?? ''}
      disabled={!data}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  );
}
