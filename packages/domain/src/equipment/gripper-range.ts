import { schemaMessages as messages } from '../messages/schema-messages.ts';

export interface NumberRange {
  readonly minimum: number;
  readonly maximum: number;
}

/** Ranges of a gripper. Metres, N, and fractions of its maximum force and speed. */
export interface GripperRanges {
  /** Meaning of its widths: the distance of its fingers, or the diameter between them; absent means the distance. */
  readonly opening?: 'width' | 'diameter' | undefined;
  readonly widthRange: Readonly<Record<'inward' | 'outward', NumberRange>>;
  /** In newtons; absent for a gripper that accepts its force only as a fraction. */
  readonly forceRange?: NumberRange | undefined;
  /** For a gripper without `forceRange`. */
  readonly forceFractionRange?: NumberRange | undefined;
  /** Absent for a gripper without speed control: it ignores the speed of a command. */
  readonly speedFractionRange?: NumberRange | undefined;
  /** Widths of a gripper that only opens and closes: it grips at any width in between, and moves to one of these. */
  readonly positions?: { readonly closedMeters: number; readonly openMeters: number } | undefined;
}

/** Values of a gripper command that have a range. */
export interface GripperDemand {
  readonly direction: 'inward' | 'outward';
  readonly widthMeters: number;
  /** Without this and a fraction, the gripper's default force applies. */
  readonly forceNewtons?: number | undefined;
  readonly forceFraction?: number | undefined;
  readonly speedFraction?: number | undefined;
  /** A move must reach its width; a grip can end at any width. Absent: only the ranges are checked. */
  readonly control?: 'move' | 'force_grip' | undefined;
  readonly toleranceMeters?: number | undefined;
}

export interface GripperRangeProblem {
  readonly quantity: 'width' | 'force' | 'speed';
  readonly message: string;
}

/** Returns all values of a command that a gripper cannot execute. */
export function findOutsideRange(demand: GripperDemand, ranges: GripperRanges): GripperRangeProblem[] {
  const { minimum, maximum } = ranges.widthRange[demand.direction];
  const millimeters = { minimum: minimum * 1000, maximum: maximum * 1000 };
  const opening = ranges.opening === 'diameter' ? 'Diameter' : 'Width';
  const found = [
    [
      'width',
      describeOutside(opening, demand.widthMeters * 1000, 'mm', millimeters) ?? describeBetween(demand, ranges),
    ],
    ['force', checkForce(demand, ranges)],
    ['speed', describeOutside('Speed', demand.speedFraction, 'of the maximum', ranges.speedFractionRange)],
  ] as const;
  return found.flatMap(([quantity, message]) => (message === undefined ? [] : [{ quantity, message }]));
}

function describeBetween(demand: GripperDemand, { positions }: GripperRanges): string | undefined {
  const { control, widthMeters, toleranceMeters = 0 } = demand;
  if (!positions || control !== 'move') return undefined;
  const { closedMeters, openMeters } = positions;
  const isThere = [closedMeters, openMeters].some((width) => Math.abs(width - widthMeters) <= toleranceMeters + 1e-9);
  if (isThere) return undefined;
  const shown = `${roundForShow(closedMeters * 1000)} or ${roundForShow(openMeters * 1000)} mm`;
  return messages.outsideGripperRange('Width', `${roundForShow(widthMeters * 1000)}`, shown);
}

/**
 * A gripper that takes newtons also takes a fraction of its maximum force; for the other direction the force is
 * unknown.
 */
function checkForce({ forceNewtons, forceFraction }: GripperDemand, ranges: GripperRanges): string | undefined {
  const { forceRange, forceFractionRange } = ranges;
  if (forceRange) {
    const newtons = forceNewtons ?? (forceFraction === undefined ? undefined : forceFraction * forceRange.maximum);
    return describeOutside('Force', newtons, 'N', forceRange);
  }
  if (forceNewtons !== undefined) return messages.gripperForceIsAFraction;
  return describeOutside('Force', forceFraction, 'of the maximum', forceFractionRange);
}

function describeOutside(
  what: string,
  value: number | undefined,
  unit: string,
  range: NumberRange | undefined,
): string | undefined {
  if (value === undefined || range === undefined) return undefined;
  if (value >= range.minimum - 1e-9 && value <= range.maximum + 1e-9) return undefined;
  const shown = `${roundForShow(range.minimum)} to ${roundForShow(range.maximum)} ${unit}`;
  return messages.outsideGripperRange(what, `${roundForShow(value)}`, shown);
}

function roundForShow(value: number): number {
  return Math.round(value * 100) / 100;
}
