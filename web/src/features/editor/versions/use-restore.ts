import { useTranslation } from 'react-i18next';
import { showError, showUndo } from '../../../ui/toasts.ts';
import { useEditor } from '../editor-context.ts';
import { fetchVersion } from './use-routine-version.ts';

/** Returns a function that makes an earlier version the newest document, as a change that can be undone. */
export function useRestore(): (version: number) => Promise<void> {
  const { t } = useTranslation();
  const { session, preview } = useEditor();
  return async (version) => {
    try {
      const routine = await fetchVersion(session.routine.id, version);
      session.apply(() => routine);
      preview(undefined);
      showUndo(t('editor.restored', { version }), t('editor.undo'), session.undo);
    } catch (failure) {
      showError(failure);
    }
  };
}
