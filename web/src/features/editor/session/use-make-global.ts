import type { EnvironmentVariable, Routine } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate } from '../../../api/cell.ts';
import { showError, showUndo } from '../../../ui/toasts.ts';
import { putSpaceItem, putVariable, removeSpaceItem, removeVariable } from '../document/edit-items.ts';
import { useEditor } from '../editor-context.ts';

/**
 * Moves an object of the routine to the cell: every routine can use it, and existing uses stay valid since its id does
 * not change. Undo removes it from the cell, unless another routine uses it by then.
 */
export function useMakeGlobal() {
  const { t } = useTranslation();
  const { session } = useEditor();
  const invalidate = useInvalidate();
  const give = async (entity: 'globalSpace' | 'globalVariables', own: Gift) => {
    await own.create();
    invalidate(entity);
    session.apply(own.without);
    const takeBack = async () => {
      await cell[entity].remove(own.id);
      session.apply(own.withIt);
      invalidate(entity);
    };
    showUndo(t('editor.madeGlobal', { name: own.name }), t('editor.undo'), () => void takeBack().catch(showError));
  };
  return {
    variable: ({ id, name, initialValue, ...rest }: EnvironmentVariable) =>
      void give('globalVariables', {
        ...{ id, name },
        create: () => cell.globalVariables.create({ id, name, initialValue, isGlobal: true }),
        without: (now) => removeVariable(now, id),
        withIt: (now) => putVariable(now, { id, name, initialValue, ...rest }),
      }).catch(showError),
    spaceItem: (item: SpaceItem) =>
      void give('globalSpace', {
        ...{ id: item.id, name: item.name },
        create: () => cell.globalSpace.create({ ...item, global: true }),
        without: (now) => removeSpaceItem(now, item.id),
        withIt: (now) => putSpaceItem(now, item),
      }).catch(showError),
  };
}

interface Gift {
  readonly id: string;
  readonly name: string;
  create(): Promise<unknown>;
  without(routine: Routine): Routine;
  withIt(routine: Routine): Routine;
}
