import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate } from '../../../api/cell.ts';
import { showError, showUndo } from '../../../ui/toasts.ts';
import { type StoredVersionName, saveVersionName } from './use-version-names.ts';
import styles from './Versions.module.css';

interface Props {
  readonly routineID: string;
  readonly version: number;
  readonly named: StoredVersionName | undefined;
  onClose(): void;
}

/** Gives a version a name and a note, changes them, or removes them. */
export function VersionNameForm({ routineID, version, named, onClose }: Props) {
  const { t } = useTranslation(['versions', 'translation']);
  const invalidate = useInvalidate();
  const [name, setName] = useState(named?.name ?? '');
  const [note, setNote] = useState(named?.note ?? '');
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      invalidate('versionNames');
      onClose();
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  const save = () => act(() => saveVersionName(named, { routineID, routineVersion: version, name: name.trim(), note }));
  const remove = ({ id, name: removed }: StoredVersionName) =>
    act(async () => {
      await cell.versionNames.remove(id);
      const restore = () => void cell.versionNames.restore(id).then(() => invalidate('versionNames'), showError);
      showUndo(t('nameRemoved', { name: removed }), t('translation:editor.undo'), restore);
    });
  return (
    <form
      className={styles.nameForm}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        size="md"
        data-autofocus
        label={t('name')}
        placeholder={t('namePlaceholder')}
        maxLength={80}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Textarea
        size="md"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={2000}
        styles={{ input: { minHeight: 44 } }}
        label={t('note')}
        value={note}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <div className={styles.buttons}>
        <Button size="md" type="submit" disabled={isBusy || name.trim() === ''}>
          {t('save')}
        </Button>
        <Button size="md" variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        {named && (
          <Button size="md" variant="default" disabled={isBusy} onClick={() => void remove(named)}>
            {t('removeName')}
          </Button>
        )}
      </div>
    </form>
  );
}
