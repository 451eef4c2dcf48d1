import { type Position, positionSchema } from '@cellwright/domain/robot';
import { completeSpaceItem, type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import { useTranslation } from 'react-i18next';
import { useArmPosition } from '../../../api/use-arm-position.ts';
import { useKeepCellItem } from '../../../api/use-keep-cell-item.ts';
import { useLengthUnit } from '../../../api/use-me.ts';
import type { Values } from '../../../forms/field-props.ts';
import { translateIssue } from '../../../i18n/cell-words.ts';
import type { ChangeStep } from '../../../kinds/step-ui.ts';
import { kindOf, sourceOf } from '../../../kinds/target-fields.ts';
import { measurePositions, measureReteach } from '../../../parts/space-items/measure-reteach.ts';
import { nameOfPlace } from '../../../parts/space-items/name-of-place.ts';
import { settleAmong, teachAmong } from '../../../parts/space-items/teach.ts';
import { useReteach } from '../../../parts/space-items/use-reteach.tsx';
import { showError, showNote, showUndo } from '../../../ui/toasts.ts';
import { addSpaceItem, newPosition, putSpaceItem } from '../document/edit-items.ts';
import { placeInItem, taughtOneByOne } from '../document/place-position.ts';
import { useEditor } from '../editor-context.ts';

/**
 * Teaches a target from the current arm position: as a new named position, as a fixed one, or in place of a taught one.
 */
export function useTeachTarget(values: Values, onChange: ChangeStep) {
  const { t } = useTranslation();
  const { session, spaceItems } = useEditor();
  const arm = useArmPosition();
  const keepCellItem = useKeepCellItem();
  const reteach = useReteach(useLengthUnit());
  const isOwnPosition = sourceOf(values) === 'singlePosition';
  const index = values.positionListIndex ?? 0;
  const item = isOwnPosition ? undefined : spaceItems.find(({ id }) => id === values.positionListID);
  const withPosition = (use: (position: Position) => void) => () => {
    const position = arm.read();
    if (position) use(position);
  };
  const setOwn = (target: Position) => onChange({ targetKind: kindOf(values), target }, (routine) => routine);
  const asNew = (position: Position) => {
    const added = newPosition(session.routine, position, spaceItems);
    const named = { targetKind: kindOf(values), target: undefined };
    onChange({ ...named, positionListID: added.id, positionListIndex: 0 }, (now) => addSpaceItem(now, added));
    showNote(t('editor.taught', { name: added.name }));
  };
  const reteachItem = (of: SpaceItem, at: number, position: Position) => {
    const others = spaceItems.filter(({ id }) => id !== of.id);
    const result = teachAmong(others, of, { part: 'position', index: at }, position);
    const taught = result.ok ? spaceItemSchema.safeParse(result.value) : undefined;
    if (!result.ok) return showError(new Error(result.error));
    if (!taught?.success) return showError(new Error(translateIssue(taught?.error)));
    const next = completeSpaceItem(taught.data);
    const target = { part: 'position', index: at } as const;
    reteach.teach({
      name: nameOfPlace(of, at, true),
      displacement: measureReteach(settleAmong(others, of), next, target, arm.poseOfJoints),
      store(said) {
        if (!session.routine.space.some(({ id }) => id === of.id)) return keepCellItem(next, said);
        session.apply((now) => putSpaceItem(now, next));
        showUndo(said, t('editor.undo'), session.undo);
      },
    });
  };
  const reteachOwn = (position: Position) =>
    reteach.teach({
      name: undefined,
      displacement: measurePositions(positionSchema.safeParse(values.target).data, position, arm.poseOfJoints),
      store(said) {
        setOwn(position);
        showUndo(said, t('editor.undo'), session.undo);
      },
    });
  const placeItem = (of: SpaceItem, at: number) => (position: Position) => {
    const placed = placeInItem(spaceItems, of, { part: 'position', index: at }, position);
    if (!placed.ok) showError(new Error(placed.error));
    else session.apply((now) => putSpaceItem(now, placed.value), `numbers ${of.id}`);
  };
  /**
   * Finds a position that can be typed: a fixed one, or a taught one of this routine. Positions of the cell are typed
   * on the scene screen.
   */
  const findTyped = () => {
    const own = positionSchema.safeParse(values.target).data;
    if (isOwnPosition)
      return { position: own, onPlace: (target: Position) => onChange({ targetKind: kindOf(values), target }) };
    const isLocal = session.routine.space.some(({ id }) => id === item?.id);
    const position = item && typeof index === 'number' && taughtOneByOne.has(item.kind) && item.positions[index];
    return isLocal && item && position && typeof index === 'number'
      ? { position, onPlace: placeItem(item, index) }
      : undefined;
  };
  const isTaught = item && typeof index === 'number' && taughtOneByOne.has(item.kind) && item.positions[index];
  return {
    isReady: arm.isReady,
    /** Confirmation dialog before a position is moved far. */
    dialog: reteach.dialog,
    /** Undefined if no position can be typed. */
    typed: findTyped(),
    /** Undefined for a fixed position that is already taught. */
    here: isOwnPosition && values.target !== undefined ? undefined : withPosition(isOwnPosition ? setOwn : asNew),
    /** Undefined for a position that is not taught yet or is derived. */
    again: isTaught
      ? { name: item.name, run: withPosition((position) => reteachItem(item, index, position)) }
      : isOwnPosition && values.target !== undefined
        ? { name: undefined, run: withPosition(reteachOwn) }
        : undefined,
  };
}
