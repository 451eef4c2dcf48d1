import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/comments.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import own from './Comments.module.css';
import { CommentText } from './CommentText.tsx';
import { type CommentThread, isOpen } from './group-comments.ts';
import { Thread } from './Thread.tsx';
import { useCommentCommands } from './use-comments.ts';

const none: readonly CommentThread[] = [];

/** Comments on the selected step. */
export function StepComments() {
  const { selection } = useEditor();
  const { focusID } = selection;
  return focusID === undefined ? null : <CommentsOfStep key={focusID} stepID={focusID} />;
}

function CommentsOfStep({ stepID }: { readonly stepID: string }) {
  const { t } = useTranslation('comments');
  const { comments, mayEdit } = useEditor();
  const { add } = useCommentCommands();
  const [showsResolved, setShowsResolved] = useState(false);
  const threads = comments.byStep.get(stepID) ?? none;
  const resolvedCount = threads.filter((thread) => !isOpen(thread)).length;
  if (!mayEdit && threads.length === 0) return null;
  return (
    <section className={own.comments} aria-label={t('ofStep')}>
      <h2 className={styles.panelTitle}>{t('title')}</h2>
      <ul className={own.list}>
        {threads.map((thread) =>
          isOpen(thread) || showsResolved ? <Thread key={thread.first.id} thread={thread} /> : null,
        )}
      </ul>
      {resolvedCount > 0 && (
        <Button size="md" variant="subtle" c="var(--text)" onClick={() => setShowsResolved(!showsResolved)}>
          {showsResolved ? t('hideResolved') : t('resolved', { count: resolvedCount })}
        </Button>
      )}
      {mayEdit && (
        <CommentText draftKey={stepID} label={t('add')} action={t('post')} onPost={(text) => add(stepID, text)} />
      )}
    </section>
  );
}
