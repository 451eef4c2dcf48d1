import { createId } from '@cellwright/domain/basics';
import type { SpeedProfile } from '@cellwright/domain/robot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import { showError, showNote, showUndo } from '../../ui/toasts.ts';

/** Edited profiles that are not saved yet. */
const profileDrafts = createDrafts<SpeedProfile>('speed profile');

/** Copies, edits and removes the speed profiles of users. One is edited at a time; the draft outlives the screen. */
export function useProfileEditing(stored: readonly SpeedProfile[]) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [edited] = useSyncExternalStore(profileDrafts.subscribe, () => profileDrafts.all);
  const refresh = () => queries.invalidateQueries({ queryKey: ['speedProfiles'] });
  const edit = (profile: SpeedProfile) => profileDrafts.put(profile.id, profile.name, profile);
  const stop = () => edited && profileDrafts.drop(edited.id);
  const save = useMutation({
    mutationFn: ({ id, factoryPreset, ...limits }: SpeedProfile) =>
      stored.some((each) => each.id === id)
        ? cell.speedProfiles.patch(id, limits)
        : cell.speedProfiles.create({ id, ...limits }),
    onSuccess({ name }) {
      stop();
      showNote(t('box.profileSaved', { name }));
      return refresh();
    },
    onError: showError,
  });
  return {
    edited,
    isSaving: save.isPending,
    edit,
    stop,
    save: save.mutate,
    /** Creates a profile with the limits of another. */
    copy: (from: SpeedProfile) =>
      edit({
        ...from,
        id: createId('speedProfile'),
        name: t('box.profileCopied', { name: from.name }),
        factoryPreset: 'none',
      }),
    async remove({ id, name }: SpeedProfile) {
      try {
        await cell.speedProfiles.remove(id);
        showUndo(t('box.removed', { name }), t('box.undo'), () => {
          void cell.speedProfiles.restore(id).then(refresh, showError);
        });
        await refresh();
      } catch (error) {
        showError(error);
      }
    },
  };
}
