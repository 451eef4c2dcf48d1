import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HoldButton } from '../../ui/hold/HoldButton.tsx';
import type { ChangeSource } from '../../ui/live/change-source.ts';
import { LiveQuantity } from '../../ui/live/LiveQuantity.tsx';
import { RangeMark } from '../../ui/live/RangeMark.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Jog.module.css';

export interface JogRowProps {
  /** Such as 'J2' or 'X'. */
  readonly short: string;
  readonly name: string;
  /** Notifies when `read` and `readShare` return new values. */
  readonly source: ChangeSource;
  read(): number | undefined;
  readonly unit: string;
  readonly digits: number;
  /** Position of the value in its range, 0–1. Absent for a value without a range. */
  readonly readShare?: () => number | undefined;
  readonly isActive: boolean;
  readonly isDisabled: boolean;
  readonly testID: string;
  onStart(direction: 1 | -1, onLate: () => void): void;
  onEnd(): void;
}

/** One axis: minus button, value, plus button. */
export function JogRow(props: JogRowProps) {
  const { short, name, source, read, unit, digits, readShare, isActive, isDisabled, testID, onStart, onEnd } = props;
  const { t } = useTranslation();
  const axis = name === short ? name : `${short} ${name}`;
  return (
    <div className={styles.row}>
      <HoldButton
        label={t('move.minus', { axis })}
        isDisabled={isDisabled}
        testID={`${testID}-minus`}
        onStart={(onLate) => onStart(-1, onLate)}
        onEnd={onEnd}
      >
        <IconMinus size={iconSizes.md} aria-hidden />
      </HoldButton>
      <div className={styles.value} data-active={isActive}>
        <span className={styles.axis}>
          <strong>{short}</strong> {name === short ? '' : name}
        </span>
        <span className={styles.number} data-testid={`${testID}-value`}>
          <LiveQuantity source={source} read={read} digits={digits} unit={unit} />
        </span>
        {readShare && <RangeMark source={source} read={readShare} />}
      </div>
      <HoldButton
        label={t('move.plus', { axis })}
        isDisabled={isDisabled}
        testID={`${testID}-plus`}
        onStart={(onLate) => onStart(1, onLate)}
        onEnd={onEnd}
      >
        <IconPlus size={iconSizes.md} aria-hidden />
      </HoldButton>
    </div>
  );
}
