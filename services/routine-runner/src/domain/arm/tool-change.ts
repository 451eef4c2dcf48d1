import { runMessages } from '@cellwright/domain/messages';
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
  if (translation > sameWithin.meters) return runMessages.tcpMoved(millimeters(translation));
  if (rotation > sameWithin.radians) return runMessages.tcpTurned(`${radiansToDegrees(rotation).toFixed(1)}°`);
  if (Math.abs(now.massKg - before.massKg) > sameWithin.kilograms) {
    return runMessages.massChanged(before.massKg, now.massKg);
  }
  const balance = distance(before.centreOfGravity, now.centreOfGravity);
  if (balance > sameWithin.meters) return runMessages.centreMoved(millimeters(balance));
  return describeEndChange(before, now) ?? (haveSameBoxes(before, now) ? undefined : runMessages.otherBoxes);
}

/** Compares all ends, since a move may name another end than the active one. */
function describeEndChange({ ends: before = [] }: ToolModel, { ends: now = [] }: ToolModel): string | undefined {
  for (const { end, tcp } of before) {
    const other = now.find((each) => each.end === end);
    if (!other) return runMessages.endGone(end);
    const { translation, rotation } = distancePoses(tcp, other.tcp);
    if (translation > sameWithin.meters) return runMessages.endMoved(end, millimeters(translation));
    if (rotation > sameWithin.radians) return runMessages.endTurned(end, `${radiansToDegrees(rotation).toFixed(1)}°`);
  }
  return undefined;
}

/** Returns the change as the start of a sentence with the tool, or with the tool that replaced it. */
export function describeToolDifference(before: ToolModel, now: ToolModel): string | undefined {
  const change = describeToolChange(before, now);
  if (change === undefined) return undefined;
  if (before.equipmentID === now.equipmentID) return runMessages.sameToolChanged(change);
  return runMessages.otherTool(before.name, now.name, change);
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
