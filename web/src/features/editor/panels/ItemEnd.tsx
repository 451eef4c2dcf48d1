import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { stepsThatUse } from '../document/edit-items.ts';
import { useEditor } from '../editor-context.ts';

/** Where it is used, and removing it: undo brings it back, and problems tell what misses it. */
export function ItemEnd({ id, name, onRemove }: { readonly id: string; readonly name: string; onRemove(): void }) {
  const { t } = useTranslation();
  const { session, selection, mayEdit } = useEditor();
  const uses = stepsThatUse(session.routine, id);
  return (
    <>
      <Button
        size="md"
        variant="subtle"
        c="var(--text-muted)"
        disabled={uses.length === 0}
        onClick={() => selection.selectAll(uses)}
      >
        {t('editor.uses', { count: uses.length })}
      </Button>
      <ActionIcon size="md" aria-label={t('editor.removeItem', { name })} disabled={!mayEdit} onClick={onRemove}>
        <IconTrash size={iconSizes.sm} aria-hidden />
      </ActionIcon>
    </>
  );
}
