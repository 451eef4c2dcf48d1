import { useMutation, useQueryClient } from '@tanstack/react-query';
import '../../i18n/unsaved.ts';
import { useTranslation } from 'react-i18next';
import { showError, showNote } from '../../ui/toasts.ts';
import type { Drafts } from './drafts.ts';
import { type SettingsDraft, type SettingsStore, saveSettings, type Versioned } from './settings-draft.ts';
import { useDraft } from './use-draft.ts';

const draftKey = 'settings';

export interface SettingsForm<Fields extends object> extends SettingsStore<Fields> {
  readonly drafts: Drafts<SettingsDraft<Fields>>;
  /** Name of the settings, for the question before unsaved changes are lost. */
  readonly name: string;
  /** Note after a save. */
  readonly savedText: string;
  /** Key of the query that `stored` comes from: the name of the entity. */
  readonly queryKey: readonly [string];
  readonly stored: Versioned<Fields>;
}

export interface SettingsEditing<Fields extends object> {
  /** Stored fields with the changes. */
  readonly fields: Fields;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  change(fields: Partial<Fields>): void;
  save(): void;
}

/** State of a form for settings. Changes stay until they are saved, also when another user saves first. */
export function useSettingsDraft<Fields extends object>(form: SettingsForm<Fields>): SettingsEditing<Fields> {
  const { t } = useTranslation('unsaved');
  const queries = useQueryClient();
  const { drafts, queryKey, stored, savedText } = form;
  const [draft, setDraft] = useDraft(drafts, draftKey, form.name);
  const saving = useMutation({
    mutationFn: (sent: SettingsDraft<Fields>) => saveSettings(sent, form),
    onSuccess(result, sent) {
      queries.setQueryData(queryKey, result.stored);
      const current = drafts.get(draftKey);
      // A change that was made during the save is still unsaved.
      const isDone = current === undefined || (current === sent && result.isSaved);
      setDraft(isDone ? undefined : { ...current, base: result.stored });
      if (result.isSaved) showNote(savedText);
      else showError(t('overlap'));
    },
    onError: showError,
    onSettled: () => void queries.invalidateQueries({ queryKey }),
  });
  return {
    fields: { ...stored, ...draft?.changed },
    isChanged: draft !== undefined,
    isSaving: saving.isPending,
    change: (fields) => setDraft({ base: draft?.base ?? stored, changed: { ...draft?.changed, ...fields } }),
    save: () => draft && saving.mutate(draft),
  };
}
