import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/use-me.ts';
import { describeMaker } from '../../../parts/describe-maker.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { showError, showUndo } from '../../../ui/toasts.ts';
import { useEditor } from '../editor-context.ts';
import styles from './Comments.module.css';
import { CommentText } from './CommentText.tsx';
import type { CommentThread, TimedComment } from './group-comments.ts';
import { useCommentCommands } from './use-comments.ts';

/** A comment with its replies, and what can be done with them. */
export function Thread({ thread: { first, replies } }: { readonly thread: CommentThread }) {
  const { t } = useTranslation('comments');
  const { mayEdit } = useEditor();
  const { add, setResolved } = useCommentCommands();
  const [isReplying, setReplying] = useState(false);
  const reply = async (text: string) => {
    await add(first.stepID, text, first.id);
    setReplying(false);
  };
  return (
    <li className={styles.thread} data-resolved={first.isResolved} data-testid="comment-thread">
      <Comment comment={first} hasReplies={replies.length > 0} />
      {replies.map((comment) => (
        <div key={comment.id} className={styles.reply}>
          <Comment comment={comment} hasReplies={false} />
        </div>
      ))}
      {first.isResolved && <p className={styles.muted}>{t('resolvedBy', { name: first.resolvedByName })}</p>}
      {isReplying ? (
        <CommentText
          draftKey={first.id}
          label={t('replyTo', { name: first.authorName })}
          action={t('send')}
          onPost={reply}
          onCancel={() => setReplying(false)}
        />
      ) : (
        <div className={styles.buttons}>
          <Button size="md" variant="default" disabled={!mayEdit} onClick={() => setReplying(true)}>
            {t('reply')}
          </Button>
          <Button
            size="md"
            variant="default"
            disabled={!mayEdit}
            onClick={() => void setResolved(first, !first.isResolved).catch(showError)}
          >
            {t(first.isResolved ? 'reopen' : 'resolve')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Comment({ comment, hasReplies }: { readonly comment: TimedComment; readonly hasReplies: boolean }) {
  const { t, i18n } = useTranslation('comments');
  const { t: say } = useTranslation();
  const { mayEdit } = useEditor();
  const { remove, restore } = useCommentCommands();
  const isOwn = useMe().data?.subject.id === comment.authorID;
  const removeUndoably = async () => {
    try {
      await remove(comment);
      showUndo(t('removed'), t('undo'), () => void restore(comment).catch(showError));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <>
      <div className={styles.head}>
        <b>{describeMaker(say, comment.authorName)}</b>
        <span className={styles.muted}>{formatMoment(comment.createdAt, i18n.language)}</span>
        {isOwn && mayEdit && !hasReplies && (
          <ActionIcon size="md" aria-label={t('remove')} title={t('remove')} onClick={() => void removeUndoably()}>
            <IconTrash size={iconSizes.sm} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <p className={styles.text}>{comment.text}</p>
    </>
  );
}
