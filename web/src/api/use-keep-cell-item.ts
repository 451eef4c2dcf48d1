import { type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import { useTranslation } from 'react-i18next';
import '../i18n/hand-motion.ts';
import { showError, showUndo } from '../ui/toasts.ts';
import { cell, useInvalidate } from './cell.ts';

/** Stores a space item of the cell over the newest version, and shows a message with an undo. */
export function useKeepCellItem(): (next: SpaceItem, said: string) => void {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const replace = async (next: SpaceItem) => {
    const before = await cell.globalSpace.get(next.id);
    const { version } = await cell.globalSpace.replace(next.id, next, before.version);
    invalidate('globalSpace');
    return { before: spaceItemSchema.parse(before), version };
  };
  const keep = async (next: SpaceItem, said: string) => {
    const { before, version } = await replace(next);
    const takeBack = async () => {
      await cell.globalSpace.replace(next.id, before, version);
      invalidate('globalSpace');
    };
    showUndo(said, t('move.undo'), () => void takeBack().catch(showError));
  };
  return (next, said) => void keep(next, said).catch(showError);
}
