import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HoldButton } from '../../ui/hold/HoldButton.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Jog.module.css';

/** Closer than this share of its range to an end, a joint says so. */
const nearEnd = 0.03;

export interface JogRowProps {
  /** 'J2', 'X'. */
  readonly short: string;
  readonly name: string;
  readonly value: number | undefined;
  readonly unit: string;
  readonly digits: number;
  /** Where the value is in its range, 0–1. */
  readonly share?: number;
  readonly isActive: boolean;
  readonly isDisabled: boolean;
  readonly testID: string;
  onStart(direction: 1 | -1): void;
  onEnd(): void;
}

/** One axis: minus, where it is, plus. */
export function JogRow(props: JogRowProps) {
  const { short, name, value, unit, digits, share, isActive, isDisabled, testID, onStart, onEnd } = props;
  const { t } = useTranslation();
  const axis = name === short ? name : `${short} ${name}`;
  return (
    <div className={styles.row}>
      <HoldButton
        label={t('move.minus', { axis })}
        isDisabled={isDisabled}
        testID={`${testID}-minus`}
        onStart={() => onStart(-1)}
        onEnd={onEnd}
      >
        <IconMinus size={iconSizes.md} aria-hidden />
      </HoldButton>
      <div className={styles.value} data-active={isActive}>
        <span className={styles.axis}>
          <strong>{short}</strong> {name === short ? '' : name}
        </span>
        <span className={styles.number} data-testid={`${testID}-value`}>
          <Quantity value={value} digits={digits} unit={unit} />
        </span>
        {share !== undefined && (
          <span className={styles.range} aria-hidden>
            <span
              className={styles.mark}
              style={{ left: `${Math.min(Math.max(share, 0), 1) * 100}%` }}
              data-near={share < nearEnd || share > 1 - nearEnd}
            />
          </span>
        )}
      </div>
      <HoldButton
        label={t('move.plus', { axis })}
        isDisabled={isDisabled}
        testID={`${testID}-plus`}
        onStart={() => onStart(1)}
        onEnd={onEnd}
      >
        <IconPlus size={iconSizes.md} aria-hidden />
      </HoldButton>
    </div>
  );
}
