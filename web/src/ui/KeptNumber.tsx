import { useEffect, useState } from 'react';
import { NumberInput } from './NumberInput.tsx';
import { withUnit } from './with-unit.ts';

interface Props {
  readonly label: string;
  readonly unit: string;
  readonly digits: number;
  readonly step: number;
  /** Limits of the step buttons. */
  readonly min?: number;
  readonly max?: number;
  /** Stored number, as it is shown. */
  readonly value: number;
  readonly isDisabled: boolean;
  /** Returns why a number is rejected; undefined if it is accepted. Text that is no number is passed as NaN. */
  refuse(value: number): string | undefined;
  onKeep(value: number): void;
  /** Called with whether the field shows a rejected value. */
  onRefused?: ((isRefused: boolean) => void) | undefined;
}

/**
 * Number that is stored while it is typed. A rejected value shows the reason, and is replaced by the stored one on
 * blur.
 */
export function KeptNumber({ refuse, onKeep, onRefused, ...props }: Props) {
  const { label, unit, digits, step, min, max, value, isDisabled } = props;
  // Text that is not a number yet, such as '1.0' before 1.05, or a rejected value.
  const [typed, setTyped] = useState<number | string>();
  const problem = typed === undefined ? undefined : refuse(numberOf(typed));
  const isRefused = problem !== undefined;
  useEffect(() => {
    if (!isRefused) return;
    onRefused?.(true);
    return () => onRefused?.(false);
  }, [isRefused, onRefused]);
  const type = (next: number | string) => {
    const number = numberOf(next);
    const isKept = refuse(number) === undefined;
    setTyped(isKept && typeof next === 'number' ? undefined : next);
    if (isKept && number !== value) onKeep(number);
  };
  return (
    <NumberInput
      size="md"
      label={label}
      {...withUnit(unit)}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      clampBehavior="none"
      step={step}
      decimalScale={digits}
      disabled={isDisabled}
      error={problem}
      value={typed ?? value}
      onChange={type}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function numberOf(typed: number | string): number {
  return typed === '' ? Number.NaN : Number(typed);
}
