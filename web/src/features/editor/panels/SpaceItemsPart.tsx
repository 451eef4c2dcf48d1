import { translateMessage } from '../../../i18n/cell-words.ts';
import '../../../i18n/scene.ts';
import type { Position } from '@cellwright/domain/robot';
import { completeSpaceItem, type SpaceItem, spaceItemSchema, type TeachTarget } from '@cellwright/domain/space';
import { Button, NativeSelect } from '@mantine/core';
import { IconMapPin, IconPlus } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { useMoveHere } from '../../../api/hand-motion/use-move-here.ts';
import { proveStack } from '../../../api/prove-stack.ts';
import { createDrafts } from '../../../api/unsaved/drafts.ts';
import { tabStorage } from '../../../api/unsaved/tab-storage.ts';
import { useArmPosition } from '../../../api/use-arm-position.ts';
import { useLengthUnit } from '../../../api/use-me.ts';
import { usePostures } from '../../../api/use-postures.ts';
import { measureReteach } from '../../../parts/space-items/measure-reteach.ts';
import { isNewKind, type NewKind, newItem, newKinds } from '../../../parts/space-items/new-item.ts';
import { isIncompleteItem } from '../../../parts/space-items/read-incomplete.ts';
import { TaughtFields } from '../../../parts/space-items/TaughtFields.tsx';
import { settleAmong, teachAmong } from '../../../parts/space-items/teach.ts';
import { nameOfPart, useReteach } from '../../../parts/space-items/use-reteach.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { showError, showUndo } from '../../../ui/toasts.ts';
import { putSpaceItem, removeSpaceItem, renameSpaceItem } from '../document/edit-items.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { useMakeGlobal } from '../session/use-make-global.ts';
import { ItemEnd } from './ItemEnd.tsx';
import { NameInput } from './NameInput.tsx';

interface Incomplete {
  readonly routineID: string;
  readonly item: SpaceItem;
}

const storedSchema = z.object({ routineID: z.string(), item: z.unknown() });

/** Incomplete items, such as a grid with two corners: they are added to the routine when complete. */
const incompleteItems = createDrafts<Incomplete>('incomplete item', {
  storage: tabStorage((stored) => {
    const { routineID, item } = storedSchema.safeParse(stored).data ?? {};
    return routineID !== undefined && isIncompleteItem(item) ? { routineID, item } : undefined;
  }),
});

/** Space items of the routine; the open one is taught beside the steps, and shown in 3D. */
export function SpaceItemsPart() {
  const { t } = useTranslation();
  const { session, mayEdit, openItemID: openID, openItem: open } = useEditor();
  const { routine, apply } = session;
  const makeGlobal = useMakeGlobal();
  const drafts = useSyncExternalStore(incompleteItems.subscribe, () => incompleteItems.all).flatMap(
    ({ routineID, item }) => (routineID === routine.id ? [item] : []),
  );
  const isStored = (item: SpaceItem) => routine.space.some(({ id }) => id === item.id);
  const items = [...routine.space, ...drafts.filter((item) => !isStored(item))];
  const keep = (item: SpaceItem) => incompleteItems.put(item.id, item.name, { routineID: routine.id, item });
  const change = (next: SpaceItem, mark?: string) => {
    const whole = spaceItemSchema.safeParse(next);
    if (!whole.success) return keep(next);
    incompleteItems.drop(next.id);
    apply((now) => putSpaceItem(now, completeSpaceItem(whole.data)), mark);
  };
  const remove = (item: SpaceItem) => {
    incompleteItems.drop(item.id);
    if (isStored(item)) apply((now) => removeSpaceItem(now, item.id));
  };
  return (
    <>
      <h2 className={styles.panelTitle}>{t('editor.positions')}</h2>
      {items.length === 0 && <p className={styles.hint}>{t('editor.noPositions')}</p>}
      {items.map((stored) => {
        const draft = drafts.find(({ id }) => id === stored.id);
        const item = draft ?? stored;
        const { id, name } = item;
        const isOpen = id === openID;
        return (
          <div key={id}>
            <div className={styles.item}>
              <NameInput
                label={t('editor.positionName')}
                name={name}
                readOnly={!mayEdit}
                problem={t('editor.itemNeedsName')}
                onRename={(next) =>
                  draft ? keep({ ...draft, name: next }) : apply((now) => renameSpaceItem(now, id, next), `name ${id}`)
                }
              />
              <OpenButton item={item} isOpen={isOpen} onToggle={() => open(isOpen ? undefined : id)} />
              <ItemEnd
                id={id}
                name={name}
                onMakeGlobal={draft ? undefined : () => makeGlobal.spaceItem(stored)}
                onRemove={() => remove(item)}
              />
            </div>
            {isOpen && <OpenItem item={item} isStored={!draft} onChange={change} />}
          </div>
        );
      })}
      <NewItem
        onBegin={(item) => {
          open(item.id);
          change(item);
        }}
      />
    </>
  );
}

interface OpenButtonProps {
  readonly item: SpaceItem;
  readonly isOpen: boolean;
  onToggle(): void;
}

function OpenButton({ item: { kind, name }, isOpen, onToggle }: OpenButtonProps) {
  const { t } = useTranslation('scene');
  return (
    <Button
      size="md"
      variant={isOpen ? 'light' : 'default'}
      px={10}
      c={isOpen ? 'var(--text)' : undefined}
      aria-expanded={isOpen}
      aria-label={t('open', { kind: t(`kinds.${kind}`), name })}
      leftSection={<IconMapPin size={iconSizes.sm} aria-hidden />}
      onClick={onToggle}
    >
      {t(`kinds.${kind}`)}
    </Button>
  );
}

interface OpenItemProps {
  readonly item: SpaceItem;
  /** False for an incomplete item, which is not in the routine yet. */
  readonly isStored: boolean;
  onChange(next: SpaceItem, mark?: string): void;
}

/** Taught and missing positions of the item. */
function OpenItem({ item, isStored, onChange }: OpenItemProps) {
  const { t } = useTranslation('scene');
  const { session, spaceItems, mayEdit, showTaught, movePart } = useEditor();
  const arm = useArmPosition();
  const moveHere = useMoveHere();
  const length = useLengthUnit();
  const reteach = useReteach(length);
  const postures = usePostures();
  useEffect(() => showTaught(item), [item, showTaught]);
  useEffect(() => () => showTaught(undefined), [showTaught]);
  // Closing the item ends the move of one of its points.
  useEffect(() => () => movePart(undefined), [movePart]);
  const others = spaceItems.filter(({ id }) => id !== item.id);
  const teach = (target: TeachTarget, what: string) => {
    const position = arm.read();
    if (!position) return;
    const result = teachAmong(others, item, target, position);
    if (!result.ok) return showError(new Error(result.error));
    const isWhole = spaceItemSchema.safeParse(result.value).success;
    reteach.teach({
      name: nameOfPart(item, what),
      part: what,
      displacement: measureReteach(settleAmong(others, item), result.value, target, arm.poseOfJoints),
      store: (said) => {
        onChange(result.value);
        showUndo(said, t('undo'), isWhole ? session.undo : () => onChange(item));
      },
    });
  };
  const place = (target: TeachTarget, position: Position) => {
    const result = teachAmong(others, item, target, position);
    if (result.ok) onChange(result.value, `numbers ${item.id}`);
    else showError(new Error(result.error));
  };
  const read = spaceItemSchema.safeParse(item);
  const problems = read.success ? [] : [...new Set(read.error.issues.map(({ message }) => translateMessage(message)))];
  return (
    <div className={styles.openItem}>
      {reteach.dialog}
      {arm.block && <p className={styles.hint}>{t(arm.block)}</p>}
      {arm.isReady && moveHere.reason !== undefined && (
        <p className={styles.hint} role="status">
          {moveHere.reason}
        </p>
      )}
      <TaughtFields
        item={settleAmong(others, item)}
        others={spaceItems}
        mayEdit={mayEdit}
        isAside
        isDisabled={!mayEdit || !arm.isReady}
        length={length}
        proveStack={proveStack}
        moveHere={moveHere}
        postures={postures}
        onTeach={teach}
        onPlace={place}
        onMove={
          isStored ? (target, what) => movePart({ itemID: item.id, target, name: nameOfPart(item, what) }) : undefined
        }
        onChange={(next) => onChange(next, `item ${item.id}`)}
      />
      {problems.map((problem) => (
        <p key={problem} className={styles.problem} data-blocking={true} role="alert">
          {problem}
        </p>
      ))}
    </div>
  );
}

function NewItem({ onBegin }: { onBegin(item: SpaceItem): void }) {
  const { t } = useTranslation('scene');
  const { spaceItems, mayEdit } = useEditor();
  const [kind, setKind] = useState<NewKind>('gridPositionList');
  return (
    <div className={styles.item}>
      <NativeSelect
        size="md"
        aria-label={t('kindOfNew')}
        disabled={!mayEdit}
        value={kind}
        data={newKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={({ currentTarget: { value } }) => isNewKind(value) && setKind(value)}
      />
      <Button
        size="md"
        variant="default"
        disabled={!mayEdit}
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => onBegin(newItem(kind, t(`names.${kind}`), spaceItems, false))}
      >
        {t('addItem')}
      </Button>
    </div>
  );
}
