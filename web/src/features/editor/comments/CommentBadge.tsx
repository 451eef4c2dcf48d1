import { IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/comments.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { isOpen } from './group-comments.ts';

/** Number of open comments on a step, in its row. */
export function CommentBadge({ stepID }: { readonly stepID: string }) {
  const { t } = useTranslation('comments');
  const count = useEditor().comments.byStep.get(stepID)?.filter(isOpen).length ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.commentCount} role="img" aria-label={t('count', { count })} data-testid="comment-badge">
      <IconMessageCircle size={iconSizes.sm} aria-hidden />
      {count}
    </span>
  );
}
