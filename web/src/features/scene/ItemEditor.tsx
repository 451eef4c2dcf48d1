import type { Position } from '@cellwright/domain/robot';
import {
  checkSpaceItem,
  frameOfSpaceItem,
  isAnchoredTo,
  type SpaceItem,
  type TeachTarget,
} from '@cellwright/domain/space';
import { Button, TextInput } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoveHere } from '../../api/hand-motion/use-move-here.ts';
import { proveStack } from '../../api/prove-stack.ts';
import { useArmPosition } from '../../api/use-arm-position.ts';
import { useLengthUnit } from '../../api/use-me.ts';
import { usePostures } from '../../api/use-postures.ts';
import { translateMessage } from '../../i18n/cell-words.ts';
import { measureReteach } from '../../parts/space-items/measure-reteach.ts';
import { positionOfPart } from '../../parts/space-items/position-of-part.ts';
import { TaughtFields } from '../../parts/space-items/TaughtFields.tsx';
import { settleAmong, teachAmong } from '../../parts/space-items/teach.ts';
import { nameOfPart, useReteach } from '../../parts/space-items/use-reteach.tsx';
import { IdSelect } from '../../ui/IdSelect.tsx';
import { Section } from '../../ui/Page.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError } from '../../ui/toasts.ts';
import { ObjectFields } from './ObjectFields.tsx';
import type { PoseTarget } from './pose-target.ts';
import styles from './Scene.module.css';
import { useItemDraft } from './use-item-draft.ts';
import type { MovedPoint } from './use-moved-point.ts';

interface Props {
  readonly initial: SpaceItem;
  /** Undefined if it was never stored. */
  readonly version: number | undefined;
  readonly others: readonly SpaceItem[];
  readonly mayEdit: boolean;
  /** Called with the edited item, for the picture. */
  onShow(item: SpaceItem): void;
  /** Target of the handles in the picture. */
  readonly target: RefObject<PoseTarget | undefined>;
  /** Moving a point of the item in the picture. */
  readonly moved: Pick<MovedPoint, 'begin' | 'placer'>;
  onRemove(item: SpaceItem, isStored: boolean): void;
}

/** One space item: its name, its taught positions, and its anchor. */
export function ItemEditor({ initial, version, others, mayEdit, onShow, target, moved, onRemove }: Props) {
  const { t } = useTranslation('scene');
  const { item, problems, isSaved, change, canUndo, undo } = useItemDraft(initial, version);
  const [isRefused, setRefused] = useState(false);
  const arm = useArmPosition();
  const moveHere = useMoveHere();
  const length = useLengthUnit();
  const reteach = useReteach(length);
  const postures = usePostures();
  const find = (id: string) => others.find((other) => other.id === id);
  useEffect(() => onShow(item), [item, onShow]);
  const settled = settleAmong(others, item);
  useEffect(() => {
    if (settled.kind !== 'environmentObject' || !mayEdit) return;
    target.current = {
      drag: (pose) => onShow({ ...settled, pose }),
      drop: (pose) => change({ ...settled, pose }, t('moved', { name: settled.name })),
    };
    return () => {
      target.current = undefined;
    };
  });
  const teach = (part: TeachTarget, what: string) => {
    const position = arm.read();
    if (!position) return;
    const result = teachAmong(others, item, part, position);
    if (!result.ok) return showError(new Error(result.error));
    reteach.teach({
      name: nameOfPart(item, what),
      part: what,
      displacement: measureReteach(settled, result.value, part, arm.poseOfJoints),
      store: (said) => change(result.value, said),
    });
  };
  const place = (part: TeachTarget, position: Position, said?: string) => {
    const result = teachAmong(others, item, part, position);
    if (result.ok) change(result.value, said);
    else showError(new Error(result.error));
    return result.ok;
  };
  useEffect(() => {
    moved.placer.current = (part, position) => place(part, position, t('moved', { name: item.name }));
    return () => {
      moved.placer.current = undefined;
    };
  });
  const move = (part: TeachTarget, what: string) => {
    const position = positionOfPart(settled, part);
    if (position) moved.begin({ itemID: item.id, target: part, name: nameOfPart(item, what) }, position);
  };
  const anchors = others.filter(
    (other) => frameOfSpaceItem(other) !== undefined && !isAnchoredTo(other, item.id, find),
  );
  const anchorTo = (id: string) => {
    const next = { ...item, anchoredToID: id === '' ? undefined : id, anchorPose: undefined };
    const problem = checkSpaceItem(next, find);
    if (problem) showError(new Error(translateMessage(problem.message)));
    else change(next);
  };
  return (
    <Section title={t(`kinds.${item.kind}`)}>
      {reteach.dialog}
      <div className={styles.fields}>
        <TextInput
          size="md"
          label={t('name')}
          value={item.name}
          readOnly={!mayEdit}
          onChange={({ currentTarget: { value } }) => change({ ...item, name: value })}
        />
        {arm.block && <p className={styles.muted}>{t(arm.block)}</p>}
        {arm.isReady && moveHere.reason !== undefined && (
          <p className={styles.muted} role="status">
            {moveHere.reason}
          </p>
        )}
        {settled.kind === 'environmentObject' ? (
          <ObjectFields
            item={settled}
            length={length}
            mayEdit={mayEdit}
            cannotTeach={!mayEdit || !arm.isReady}
            onTeach={teach}
            onChange={change}
            onRefused={setRefused}
          />
        ) : (
          <TaughtFields
            item={settled}
            others={others}
            mayEdit={mayEdit}
            isDisabled={!mayEdit || !arm.isReady}
            length={length}
            proveStack={proveStack}
            moveHere={moveHere}
            postures={postures}
            onTeach={teach}
            onPlace={place}
            onMove={move}
            onChange={change}
          />
        )}
        <IdSelect
          label={t('anchor')}
          description={t('anchorHelp')}
          disabled={!mayEdit}
          value={item.anchoredToID ?? ''}
          choices={anchors}
          none={t('noAnchor')}
          onChange={anchorTo}
        />
        {problems.map((problem) => (
          <p key={problem} className={styles.problem} role="alert">
            {problem}
          </p>
        ))}
        <div className={styles.end}>
          <span className={styles.muted} role="status" data-testid="saved">
            {t(isSaved && !isRefused ? 'saved' : 'notSaved')}
          </span>
          <Button
            size="md"
            variant="default"
            disabled={!mayEdit || !canUndo}
            leftSection={<IconArrowBackUp size={iconSizes.sm} aria-hidden />}
            onClick={undo}
          >
            {t('undo')}
          </Button>
          <Button
            size="md"
            variant="default"
            disabled={!mayEdit}
            onClick={() => onRemove(item, isSaved || version !== undefined)}
          >
            {t(isSaved || version !== undefined ? 'remove' : 'discard')}
          </Button>
        </div>
      </div>
    </Section>
  );
}
