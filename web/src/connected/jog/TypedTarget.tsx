import type { Position } from '@cellwright/domain/robot';
import { Button } from '@mantine/core';
import { IconKeyboard, IconPlayerTrackNext } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useArmPosition } from '../../api/use-arm-position.ts';
import { useLengthUnit } from '../../api/use-me.ts';
import { usePostures } from '../../api/use-postures.ts';
import { PositionNumbers } from '../../parts/positions/PositionNumbers.tsx';
import { HoldButton } from '../../ui/hold/HoldButton.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Jog.module.css';
import type { Jog } from './use-jog.ts';

/** Typed target that starts from the current position; the arm moves there while the button is held. */
export function TypedTarget({ jog }: { readonly jog: Jog }) {
  const { t } = useTranslation();
  const arm = useArmPosition();
  const length = useLengthUnit();
  const postures = usePostures();
  const [target, setTarget] = useState<Position>();
  return (
    <div className={styles.typed}>
      <Button
        size="md"
        variant="default"
        disabled={!arm.isReady}
        leftSection={<IconKeyboard size={iconSizes.sm} aria-hidden />}
        onClick={() => setTarget(arm.read())}
      >
        {t(target ? 'move.takeCurrent' : 'move.typeTarget')}
      </Button>
      {target && (
        <>
          <PositionNumbers
            position={target}
            length={length}
            postures={postures}
            isDisabled={false}
            onChange={setTarget}
          />
          <HoldButton
            isGrowing
            isDisabled={jog.block !== undefined}
            onStart={(onLate) => jog.goTo(target, onLate)}
            onEnd={jog.end}
            testID="go-to-typed"
          >
            <IconPlayerTrackNext size={iconSizes.md} aria-hidden />
            {t('move.hold')}
          </HoldButton>
        </>
      )}
    </div>
  );
}
