import { useEffect, useState } from 'react';
import { NumberInput } from './NumberInput.tsx';
import { withUnit } from './with-unit.ts';

interface Props {
  readonly label: string;
  readonly unit: string;
  readonly digits: number;
  readonly step: number;
  /** Limits of its buttons. */
  readonly min?: number;
  readonly max?: number;
  /** The kept number, as it is shown. */
  readonly value: number;
  readonly isDisabled: boolean;
  /** Why a number is not kept, in words; undefined when it is. What is no number comes as NaN. */
  refuse(value: number): string | undefined;
  onKeep(value: number): void;
  /** Whether the field shows something that is not kept. */
  onRefused?: ((isRefused: boolean) => void) | undefined;
}

/** A number that is kept as it is typed. One that is refused says why, and gives way to what is kept when the field is left. */
export function KeptNumber({ refuse, onKeep, onRefused, ...props }: Props) {
  const { label, unit, digits, step, min, max, value, isDisabled } = props;
  // Text on its way to a number, such as '1.0' to 1.05, and whatever is refused.
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
