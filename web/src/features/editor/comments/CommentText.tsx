import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createDrafts } from '../../../api/unsaved/drafts.ts';
import { useDraft } from '../../../api/unsaved/use-draft.ts';
import { showError } from '../../../ui/toasts.ts';
import styles from './Comments.module.css';

/** Typed texts by the step or the thread that they are for. */
const commentDrafts = createDrafts<string>('comment');

interface Props {
  /** Id of the step or the thread. */
  readonly draftKey: string;
  readonly label: string;
  readonly action: string;
  /** Posts the text; rejects if it could not be stored. */
  onPost(text: string): Promise<void>;
  onCancel?(): void;
}

/** Text field of a new comment or reply. What was typed stays until it is posted. */
export function CommentText({ draftKey, label, action, onPost, onCancel }: Props) {
  const { t } = useTranslation('comments');
  const [draft, setDraft] = useDraft(commentDrafts, draftKey, label);
  const [isBusy, setBusy] = useState(false);
  const text = draft ?? '';
  const post = async () => {
    setBusy(true);
    try {
      await onPost(text.trim());
      setDraft(undefined);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const cancel = () => {
    setDraft(undefined);
    onCancel?.();
  };
  return (
    <form
      className={styles.write}
      onSubmit={(event) => {
        event.preventDefault();
        void post();
      }}
    >
      <Textarea
        size="md"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={4000}
        styles={{ input: { minHeight: 44 } }}
        aria-label={label}
        placeholder={t('placeholder')}
        value={text}
        onChange={({ currentTarget: { value } }) => setDraft(value === '' ? undefined : value)}
      />
      {(text !== '' || onCancel) && (
        <div className={styles.buttons}>
          <Button size="md" type="submit" disabled={isBusy || text.trim() === ''}>
            {action}
          </Button>
          <Button size="md" variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
        </div>
      )}
    </form>
  );
}
