import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvalidate } from '../../../api/cell.ts';
import { createDrafts } from '../../../api/unsaved/drafts.ts';
import { useDraft } from '../../../api/unsaved/use-draft.ts';
import { showError, showUndo } from '../../../ui/toasts.ts';
import { names, type StoredVersionName, saveVersionName } from './use-version-names.ts';
import styles from './Versions.module.css';

interface Draft {
  readonly name: string;
  readonly note: string;
}

const nameDrafts = createDrafts<Draft>('version name');
const draftKey = (routineID: string, version: number) => `${routineID} ${version}`;

/** True if the name of this version was changed and not saved. */
export function hasNameDraft(routineID: string, version: number): boolean {
  return nameDrafts.get(draftKey(routineID, version)) !== undefined;
}

interface Props {
  readonly routineID: string;
  readonly routineName: string;
  readonly version: number;
  readonly named: StoredVersionName | undefined;
  onClose(): void;
}

/** Gives a version a name and a note, changes them, or removes them. What was typed stays until it is saved. */
export function VersionNameForm({ routineID, routineName, version, named, onClose }: Props) {
  const { t } = useTranslation(['versions', 'translation']);
  const invalidate = useInvalidate();
  const edited = `${routineName}, ${t('translation:home.version', { version })}`;
  const [draft, setDraft] = useDraft(nameDrafts, draftKey(routineID, version), edited);
  const { name, note } = draft ?? { name: named?.name ?? '', note: named?.note ?? '' };
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    setDraft(undefined);
    onClose();
  };
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      invalidate('versionNames');
      close();
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  const save = () => act(() => saveVersionName(named, { routineID, routineVersion: version, name: name.trim(), note }));
  const remove = ({ id, name: removed }: StoredVersionName) =>
    act(async () => {
      await names.remove(id);
      const restore = () => void names.restore(id).then(() => invalidate('versionNames'), showError);
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
        onChange={({ currentTarget: { value } }) => setDraft({ name: value, note })}
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
        onChange={({ currentTarget: { value } }) => setDraft({ name, note: value })}
      />
      <div className={styles.buttons}>
        <Button size="md" type="submit" disabled={isBusy || name.trim() === ''}>
          {t('save')}
        </Button>
        <Button size="md" variant="default" onClick={close}>
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
