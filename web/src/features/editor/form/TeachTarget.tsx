import { Button } from '@mantine/core';
import { IconMapPinPlus, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMoveHere } from '../../../api/hand-motion/use-move-here.ts';
import { useArmBase } from '../../../api/use-robot.ts';
import { MoveHereButton } from '../../../ui/hold/MoveHereButton.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { targetOf } from '../run/targets.ts';
import type { FieldListProps } from './field-props.ts';
import { sourceOf } from './target-fields.ts';
import { useTeachTarget } from './use-teach-target.ts';

/** Teaching a target from where the arm stands, anew as well, and leading the arm to it. */
export function TeachTarget({ values, onChange }: FieldListProps) {
  const { t } = useTranslation();
  const { spaceItems } = useEditor();
  const base = useArmBase();
  const teach = useTeachTarget(values, onChange);
  const moveHere = useMoveHere();
  // An offset is added on the way: where it starts from is not where the arm goes.
  const isFixed = values.targetKind !== 'relative';
  const position = isFixed ? targetOf({ ...values, targetKind: sourceOf(values) }, spaceItems, base) : undefined;
  return (
    <>
      <div className={styles.teach}>
        {teach.here && (
          <Button
            size="md"
            variant="default"
            disabled={!teach.isReady}
            leftSection={<IconMapPinPlus size={iconSizes.sm} aria-hidden />}
            onClick={teach.here}
          >
            {t('editor.teach')}
          </Button>
        )}
        {teach.again && (
          <Button
            size="md"
            variant="default"
            disabled={!teach.isReady}
            leftSection={<IconRefresh size={iconSizes.sm} aria-hidden />}
            onClick={teach.again.run}
          >
            {teach.again.name === undefined ? t('editor.reteachOwn') : t('editor.reteach', { name: teach.again.name })}
          </Button>
        )}
        {position && <MoveHereButton moveHere={moveHere} position={position} />}
      </div>
      {position && moveHere.reason !== undefined && (
        <p className={styles.moveReason} role="status">
          {moveHere.reason}
        </p>
      )}
    </>
  );
}
