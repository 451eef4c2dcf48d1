import { messages } from './messages.ts';

export interface NumberRange {
  readonly minimum: number;
  readonly maximum: number;
}

/** What a gripper can do. Metres, N, and fractions of its highest speed. */
export interface GripperRanges {
  readonly widthRange: Readonly<Record<'inward' | 'outward', NumberRange>>;
  readonly forceRange: NumberRange;
  readonly speedFractionRange: NumberRange;
}

/** What is asked of a gripper, as far as it has a range. */
export interface GripperDemand {
  readonly direction: 'inward' | 'outward';
  readonly widthMeters: number;
  readonly forceNewtons: number;
  readonly speedFraction: number;
}

export interface GripperRangeProblem {
  readonly quantity: 'width' | 'force' | 'speed';
  readonly message: string;
}

/** Everything that a gripper cannot do of what is asked. */
export function findOutsideRange(demand: GripperDemand, ranges: GripperRanges): GripperRangeProblem[] {
  const { direction, widthMeters, forceNewtons, speedFraction } = demand;
  const { minimum, maximum } = ranges.widthRange[direction];
  const millimeters = { minimum: minimum * 1000, maximum: maximum * 1000 };
  const found = [
    ['width', describeOutside('Width', widthMeters * 1000, 'mm', millimeters)],
    ['force', describeOutside('Force', forceNewtons, 'N', ranges.forceRange)],
    ['speed', describeOutside('Speed', speedFraction, 'of the maximum', ranges.speedFractionRange)],
  ] as const;
  return found.flatMap(([quantity, message]) => (message === undefined ? [] : [{ quantity, message }]));
}

function describeOutside(what: string, value: number, unit: string, range: NumberRange): string | undefined {
  if (value >= range.minimum - 1e-9 && value <= range.maximum + 1e-9) return undefined;
  const shown = `${roundForShow(range.minimum)} to ${roundForShow(range.maximum)} ${unit}`;
  return messages.outsideGripperRange(what, `${roundForShow(value)}`, shown);
}

function roundForShow(value: number): number {
  return Math.round(value * 100) / 100;
}
