import { Button } from '@mantine/core';
import { IconKeyboard, IconMapPinPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoveHere } from '../../../api/hand-motion/use-move-here.ts';
import { useLengthUnit } from '../../../api/use-me.ts';
import { usePostures } from '../../../api/use-postures.ts';
import { useArmBase } from '../../../api/use-robot.ts';
import forms from '../../../forms/Forms.module.css';
import type { StepFieldsProps } from '../../../kinds/step-ui.ts';
import { sourceOf } from '../../../kinds/target-fields.ts';
import { MoveHereButton } from '../../../parts/MoveHereButton.tsx';
import { PositionNumbers } from '../../../parts/positions/PositionNumbers.tsx';
import { targetOf } from '../../../parts/target-of.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { useTeachTarget } from './use-teach-target.ts';

interface Props extends StepFieldsProps {
  /** Problem of the target, shown beside the button that solves it. */
  readonly problem: string | undefined;
}

/** Teaches a target from the current arm position, teaches it again, shows its numbers, and moves the arm to it. */
export function TeachTarget({ values, problem, onChange }: Props) {
  const { t } = useTranslation();
  const { spaceItems, mayEdit } = useEditor();
  const base = useArmBase();
  const teach = useTeachTarget(values, onChange);
  const moveHere = useMoveHere();
  const postures = usePostures();
  const length = useLengthUnit();
  const [showsNumbers, setShowsNumbers] = useState(false);
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
        {teach.typed && <NumbersButton typed={teach.typed} isOpen={showsNumbers} onToggle={setShowsNumbers} />}
        {position && <MoveHereButton moveHere={moveHere} position={position} />}
      </div>
      {teach.typed?.position && showsNumbers && (
        <PositionNumbers
          position={teach.typed.position}
          length={length}
          postures={postures}
          isDisabled={!mayEdit}
          onChange={teach.typed.onPlace}
        />
      )}
      {problem !== undefined && teach.here && <p className={styles.hint}>{t('editor.teachHelp')}</p>}
      {position && moveHere.reason !== undefined && (
        <p className={styles.moveReason} role="status">
          {moveHere.reason}
        </p>
      )}
    </>
  );
}

interface NumbersButtonProps {
  readonly typed: NonNullable<ReturnType<typeof useTeachTarget>['typed']>;
  readonly isOpen: boolean;
  onToggle(isOpen: boolean): void;
}

/** Toggles the numbers of a position. A position that is not taught yet starts at the current one. */
function NumbersButton({ typed, isOpen, onToggle }: NumbersButtonProps) {
  const { t } = useTranslation('scene');
  const { mayEdit } = useEditor();
  const postures = usePostures();
  return (
    <Button
      size="md"
      variant={isOpen ? 'light' : 'default'}
      c={isOpen ? 'var(--text)' : undefined}
      aria-expanded={isOpen}
      disabled={!mayEdit && !typed.position}
      leftSection={<IconKeyboard size={iconSizes.sm} aria-hidden />}
      onClick={() => {
        if (!typed.position) typed.onPlace(postures.begin());
        onToggle(!isOpen);
      }}
    >
      {t(typed.position ? 'numbers.label' : 'numbers.begin')}
    </Button>
  );
}
