import { startOfText } from '@cellwright/domain/basics';
import { jointAnglesSchema, poseSchema, type WirePose } from '@cellwright/domain/robot';
import { expressionSchema } from '@cellwright/domain/routine';
import { distancePoses, distanceUnitFacts, distanceUnits, radiansToDegrees } from '@cellwright/geometry';
import { describeExpression, describeFrame, type SummaryNames } from '../framework/index.ts';

/** Origin of a value, as far as its wording needs it. */
export interface ValueContext {
  readonly unit?: string | undefined;
  readonly control?: string | undefined;
  /** Unit of length of the step, for fields in `distanceUnit`. */
  readonly distanceUnit?: unknown;
}

interface Scale {
  readonly factor: number;
  readonly symbol: string;
}

const scales: Readonly<Partial<Record<string, Scale>>> = {
  m: { factor: 1000, symbol: ' mm' },
  rad: { factor: radiansToDegrees(1), symbol: '°' },
  '°': { factor: 1, symbol: '°' },
  '0–1': { factor: 100, symbol: ' %' },
};

/** Describes two values of a field for an author. The texts are equal only if the values differ in spelling alone. */
export function describeValues(
  before: unknown,
  after: unknown,
  context: ValueContext,
  names: SummaryNames,
): readonly [string, string] {
  const rounded = [describeValue(before, context, names), describeValue(after, context, names)] as const;
  if (rounded[0] !== rounded[1]) return rounded;
  return [describeValue(before, context, names, 17), describeValue(after, context, names, 17)];
}

function describeValue(value: unknown, context: ValueContext, names: SummaryNames, digits = 6): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return describeNumber(value, context, digits);
  if (typeof value === 'string') return describeText(value, context, names);
  if (Array.isArray(value)) return value.map((item) => describeValue(item, context, names, digits)).join(', ');
  const expression = expressionSchema.safeParse(value);
  if (expression.success) return describeExpression(expression.data, names);
  return Object.values(value)
    .map((part) => describeValue(part, {}, names, digits))
    .join(' ');
}

function describeText(value: string, { control }: ValueContext, names: SummaryNames): string {
  if (control === 'spaceItem') return names.spaceItem(value);
  if (control === 'codeBlock') return names.codeBlock?.(value) ?? value;
  if (control === 'variable') return names.variable(value);
  if (control === 'frame' || control === 'frameOrTool') return describeFrame(value, names);
  return value === '' ? 'empty' : shorten(value);
}

function describeNumber(value: number, { unit, distanceUnit }: ValueContext, digits: number): string {
  if (unit === 'ms' && Math.abs(value) >= 1000) return `${round(value / 1000, digits)} s`;
  if (unit === 'distanceUnit') {
    const known = distanceUnits.find((name) => name === distanceUnit) ?? 'meter';
    return `${round(value, digits)} ${distanceUnitFacts[known].symbol}`;
  }
  const scale = scales[unit ?? ''] ?? { factor: 1, symbol: unit === undefined ? '' : ` ${unit}` };
  return `${round(value * scale.factor, digits)}${scale.symbol}`;
}

function round(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** Returns a text as one line, short enough for a sentence. */
export function shorten(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= 60 ? line : `${startOfText(line, 59)}…`;
}

/** Describes how a pose or six joint angles changed. Returns undefined for other values. */
export function describeMovement(name: string, before: unknown, after: unknown): string | undefined {
  if (typeof before !== 'object' || typeof after !== 'object') return undefined;
  const poses = [poseSchema.safeParse(before), poseSchema.safeParse(after)] as const;
  if (poses[0].success && poses[1].success) return describePoseMovement(name, poses[0].data, poses[1].data);
  const joints = [jointAnglesSchema.safeParse(before), jointAnglesSchema.safeParse(after)] as const;
  if (!joints[0].success || !joints[1].success) return undefined;
  const { data } = joints[1];
  const largest = Math.max(...joints[0].data.map((angle, index) => Math.abs(angle - (data[index] ?? angle))));
  return `Joint angles of ${name} changed by up to ${fewDigits(radiansToDegrees(largest))}°`;
}

function describePoseMovement(name: string, before: WirePose, after: WirePose): string {
  const { translation, rotation } = distancePoses(before, after);
  const moved = translation > 0 ? `moved ${fewDigits(translation * 1000)} mm` : '';
  // Arc cosines of rounded quaternions are noise below this.
  const turned = rotation > 1e-6 ? `turned ${fewDigits(radiansToDegrees(rotation))}°` : '';
  const both = [moved, turned].filter((part) => part !== '').join(' and ');
  return both === '' ? `${name} has the same pose in another notation` : `${name} ${both}`;
}

/** Rounds to one decimal, or to two digits below that. */
function fewDigits(value: number): string {
  return value >= 0.05 ? String(Number(value.toFixed(1))) : String(Number(value.toPrecision(2)));
}
