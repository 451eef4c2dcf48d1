import { IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/comments.ts';
import { describeMaker } from '../../../parts/describe-maker.ts';
import { findEntry } from '../../../parts/step-index.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { EmptyState } from '../../../ui/States.tsx';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';

/** Open comments of the routine in the order of its steps; a tap selects the step. */
export function CommentsPanel({ onOpen }: { onOpen(): void }) {
  const { t, i18n } = useTranslation('comments');
  const { t: say } = useTranslation();
  const { comments, selection, session } = useEditor();
  if (comments.open.length === 0) return <EmptyState Icon={IconMessageCircle} title={t('none')} text={t('noneHelp')} />;
  return (
    <ul className={styles.plainList} aria-label={t('title')}>
      {comments.open.map(({ first, replies }) => (
        <li key={first.id} className={styles.version}>
          <button
            type="button"
            className={styles.listButton}
            onClick={() => {
              selection.reveal(first.stepID);
              onOpen();
            }}
          >
            <b>{t('goTo', { path: findEntry(session.routine, first.stepID)?.path })}</b>
            <span className={styles.findingText}>{first.text}</span>
            <span className={styles.muted}>
              {describeMaker(say, first.authorName)} · {formatMoment(first.createdAt, i18n.language)}
              {replies.length > 0 && ` · ${t('replies', { count: replies.length })}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
