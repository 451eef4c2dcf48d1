import type { JointAngles, Position } from '@cellwright/domain/robot';
import type { SpaceItem } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { maxPlaces, placesOf } from './targets.ts';

const joints: JointAngles = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
const pose = { ...identityPose, x: 0.5 };
const item = (id: string, name: string, positions: Position[]): SpaceItem => ({
  id,
  kind: 'freeformPositionList',
  name,
  positions,
  global: false,
});
const taught: Position = { jointAngles: joints, pose };
const typed: Position = { pose: { ...identityPose, z: 0.3 } };
const items = [item('space_1', 'P1', [taught]), item('space_2', 'Tray', [typed, { jointAngles: joints }])];

describe('The places of space items', () => {
  const where = () => ({ ...identityPose, y: 0.7 });

  it('have the names from the author, in a list the first one, and computed poses where only joints were taught', () => {
    expect(placesOf(items, new Set([typed]), where).map(({ name, pose, isChosen }) => [name, pose, isChosen])).toEqual([
      ['Tray 1', typed.pose, true],
      ['P1', taught.pose, false],
      ['2', where(), false],
    ]);
  });

  it('have a readable maximum that includes the chosen one', () => {
    const many = [item('space_9', 'Grid', [...Array(maxPlaces + 50).fill(taught), typed])];
    const places = placesOf(many, new Set([typed]), where);
    expect(places).toHaveLength(maxPlaces);
    expect(places[0]?.isChosen).toBe(true);
  });
});
