import { ActionIcon, Button } from '@mantine/core';
import { IconTrash, IconWorldUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { stepsThatUse } from '../document/edit-items.ts';
import { useEditor } from '../editor-context.ts';

interface Props {
  readonly id: string;
  readonly name: string;
  /** Undefined while the item is incomplete. */
  readonly onMakeGlobal: (() => void) | undefined;
  onRemove(): void;
}

/**
 * Footer of an item: its uses, sharing it with the cell, and removing it. Undo restores it, and problems list the steps
 * that miss it.
 */
export function ItemEnd({ id, name, onMakeGlobal, onRemove }: Props) {
  const { t } = useTranslation();
  const { session, selection, mayEdit } = useEditor();
  const uses = stepsThatUse(session.routine, id);
  return (
    <>
      <Button
        size="md"
        variant="subtle"
        px={4}
        c="var(--text-muted)"
        disabled={uses.length === 0}
        onClick={() => selection.selectAll(uses)}
      >
        {t('editor.uses', { count: uses.length })}
      </Button>
      <ActionIcon
        size="md"
        aria-label={t('editor.makeGlobal', { name })}
        title={t('editor.makeGlobalHelp')}
        disabled={!mayEdit || !onMakeGlobal}
        onClick={onMakeGlobal}
      >
        <IconWorldUp size={iconSizes.sm} aria-hidden />
      </ActionIcon>
      <ActionIcon size="md" aria-label={t('editor.removeItem', { name })} disabled={!mayEdit} onClick={onRemove}>
        <IconTrash size={iconSizes.sm} aria-hidden />
      </ActionIcon>
    </>
  );
}
