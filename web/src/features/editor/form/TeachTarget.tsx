import { Button } from '@mantine/core';
import { IconMapPinPlus, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMoveHere } from '../../../api/hand-motion/use-move-here.ts';
import { useArmBase } from '../../../api/use-robot.ts';
import forms from '../../../forms/Forms.module.css';
import type { StepFieldsProps } from '../../../kinds/step-ui.ts';
import { sourceOf } from '../../../kinds/target-fields.ts';
import { MoveHereButton } from '../../../parts/MoveHereButton.tsx';
import { targetOf } from '../../../parts/target-of.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { useTeachTarget } from './use-teach-target.ts';

interface Props extends StepFieldsProps {
  /** Problem of the target, shown beside the button that solves it. */
  readonly problem: string | undefined;
}

/** Buttons that teach a target from the current arm position, teach it again, and move the arm to it. */
export function TeachTarget({ values, problem, onChange }: Props) {
  const { t } = useTranslation();
  const { spaceItems } = useEditor();
  const base = useArmBase();
  const teach = useTeachTarget(values, onChange);
  const moveHere = useMoveHere();
  // The arm does not move to the start of an offset.
  const isFixed = values.targetKind !== 'relative';
  const position = isFixed ? targetOf({ ...values, targetKind: sourceOf(values) }, spaceItems, base) : undefined;
  return (
    <>
      {teach.dialog}
      {problem !== undefined && (
        <span className={forms.problem} role="alert">
          {problem}
        </span>
      )}
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
      {problem !== undefined && teach.here && <p className={styles.hint}>{t('editor.teachHelp')}</p>}
      {position && moveHere.reason !== undefined && (
        <p className={styles.moveReason} role="status">
          {moveHere.reason}
        </p>
      )}
    </>
  );
}
