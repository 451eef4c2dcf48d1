import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '../../../i18n/versions.ts';
import { useMayAuthor } from '../../../api/cell.ts';
import { useEditor } from '../editor-context.ts';
import { useRestore } from './use-restore.ts';
import { useRoutineVersion } from './use-routine-version.ts';
import { useVersionNames } from './use-version-names.ts';
import styles from './Versions.module.css';

/** States that an earlier version is shown, with the buttons to restore it and to close the preview. */
export default function PreviewBar({ version }: { readonly version: number }) {
  const { t } = useTranslation(['versions', 'translation']);
  const { session, preview } = useEditor();
  const mayAuthor = useMayAuthor();
  const named = useVersionNames(session.routine.id).get(version);
  const { error } = useRoutineVersion(session.routine.id, version);
  const restore = useRestore();
  const title = named ? t('previewedName', { version, name: named.name }) : t('previewed', { version });
  const text = error ? `${t('previewFailed')}: ${error.message}` : t('previewHint');
  return (
    <section className={styles.previewBar} aria-label={title} data-testid="preview-bar">
      <span role="status">
        <b>{title}</b> {text}
      </span>
      <Button size="md" variant="default" disabled={!mayAuthor} onClick={() => void restore(version)}>
        {t('translation:editor.restore')}
      </Button>
      <Button size="md" variant="default" onClick={() => preview(undefined)}>
        {t('closePreview')}
      </Button>
    </section>
  );
}
