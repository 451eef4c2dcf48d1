import { distancePoses, radiansToDegrees } from '@cellwright/geometry';
import type { ToolModel } from '../planner.ts';

/** Differences below these are rounding: metres, radians, kg. */
const sameWithin = { meters: 1e-6, radians: 1e-6, kilograms: 1e-6 } as const;

/**
 * Returns the difference between two tools that matters for motion, as a clause of a sentence ("its TCP moved by 80.0
 * mm"); undefined if there is none. A name, or the device itself, does not matter.
 */
function describeToolChange(before: ToolModel, now: ToolModel): string | undefined {
  const { translation, rotation } = distancePoses(before.tcp, now.tcp);
  if (translation > sameWithin.meters) return `TCP moved by ${millimeters(translation)}`;
  if (rotation > sameWithin.radians) return `TCP turned by ${radiansToDegrees(rotation).toFixed(1)}°`;
  if (Math.abs(now.massKg - before.massKg) > sameWithin.kilograms) {
    return `mass changed from ${before.massKg} kg to ${now.massKg} kg`;
  }
  const balance = distance(before.centreOfGravity, now.centreOfGravity);
  if (balance > sameWithin.meters) return `centre of gravity moved by ${millimeters(balance)}`;
  return describeEndChange(before, now) ?? (haveSameBoxes(before, now) ? undefined : 'collision boxes changed');
}

/** Compares all ends, since a move may name another end than the active one. */
function describeEndChange({ ends: before = [] }: ToolModel, { ends: now = [] }: ToolModel): string | undefined {
  for (const { end, tcp } of before) {
    const other = now.find((each) => each.end === end);
    if (!other) return `end ${end} is gone`;
    const { translation, rotation } = distancePoses(tcp, other.tcp);
    if (translation > sameWithin.meters) return `TCP of end ${end} moved by ${millimeters(translation)}`;
    if (rotation > sameWithin.radians) return `TCP of end ${end} turned by ${radiansToDegrees(rotation).toFixed(1)}°`;
  }
  return undefined;
}

/** Returns the change as the start of a sentence with the tool, or with the tool that replaced it. */
export function describeToolDifference(before: ToolModel, now: ToolModel): string | undefined {
  const change = describeToolChange(before, now);
  if (change === undefined) return undefined;
  if (before.equipmentID === now.equipmentID) return `The tool's ${change}`;
  return `The tool changed from '${before.name}' to '${now.name}': its ${change}`;
}

function haveSameBoxes(before: ToolModel, now: ToolModel): boolean {
  return (
    before.boxes.length === now.boxes.length &&
    before.boxes.every((box, index) => {
      const other = now.boxes[index];
      if (!other) return false;
      const { translation, rotation } = distancePoses(box.pose, other.pose);
      const isSamePlace = translation <= sameWithin.meters && rotation <= sameWithin.radians;
      return isSamePlace && distance(box.size, other.size) <= sameWithin.meters;
    })
  );
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));
}

function millimeters(meters: number): string {
  const value = meters * 1000;
  return `${value < 0.1 ? value.toFixed(3) : value.toFixed(1)} mm`;
}
