import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultArm, largeArm, writeUrdf } from '@cellwright/arm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { loadConfig } from '../config.ts';
import { robotArmConfig } from './robot-arm.ts';

const schema = z.object(robotArmConfig);
const choose = (setting?: string) => loadConfig(schema, { ROBOT_ARM: setting }).ROBOT_ARM;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'robot-arm-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeFile(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Returns a binary STL of one triangle. */
function stlOf(corners: readonly number[]): Buffer {
  const bytes = Buffer.alloc(84 + 50);
  bytes.writeUInt32LE(1, 80);
  corners.forEach((value, index) => {
    bytes.writeFloatLE(value, 84 + 12 + 4 * index);
  });
  return bytes;
}

describe('ROBOT_ARM', () => {
  test('defaults to the default arm', () => {
    expect(choose().model).toBe(defaultArm);
  });

  test('accepts the name of an arm of the family', () => {
    expect(choose('cellwright_large').model).toBe(largeArm);
  });

  test('accepts the path of a URDF', () => {
    const { model, warnings } = choose(writeFile('arm.urdf', writeUrdf({ ...defaultArm, name: 'borrowed' })));
    expect(model.name).toBe('borrowed');
    expect(model.joints).toEqual(defaultArm.joints);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['octopus', 'must be one of cellwright_1300, cellwright_small, cellwright_large, or the path of a .urdf file'],
    ['/nowhere/arm.urdf', 'cannot be read'],
  ])('refuses %s and lists the valid values', (setting, problem) => {
    expect(() => choose(setting)).toThrow(`ROBOT_ARM: `);
    expect(() => choose(setting)).toThrow(problem);
  });

  test('refuses an invalid URDF with the reason', () => {
    const urdf = writeUrdf(defaultArm).replace('name="joint2" type="revolute"', 'name="joint2" type="fixed"');
    expect(() => choose(writeFile('five.urdf', urdf))).toThrow('exactly six revolute joints');
  });
});

describe('ROBOT_ARM with a tip', () => {
  const urdf = writeUrdf({ ...defaultArm, name: 'borrowed' });

  test('accepts the tip after the file', () => {
    const path = writeFile('tipped.urdf', urdf);
    expect(choose(`${path}#wrist_3_link`).model.tip).toBe('wrist_3_link');
    expect(() => choose(`${path}#nowhere`)).toThrow('There is no link named nowhere');
  });
});

describe('ROBOT_ARM with shapes of a URDF', () => {
  const withShape = (shape: string) =>
    writeUrdf(defaultArm).replace(
      /<link name="forearm_link">[\s\S]*?<\/link>/,
      `<link name="forearm_link">${shape}</link>`,
    );
  const mesh = '<collision><geometry><mesh filename="package://borrowed/meshes/forearm.stl"/></geometry></collision>';

  test("reads meshes from the file's folder and fits capsules", () => {
    mkdirSync(join(folder, 'meshes'), { recursive: true });
    writeFile('meshes/forearm.stl', stlOf([0, 0, 0, 0.1, 0, 0, 0, 0, 0.5]));
    const { model, warnings } = choose(writeFile('meshed.urdf', withShape(mesh)));
    expect(model.links.find(({ name }) => name === 'forearm_link')?.collision).toContainEqual(
      expect.objectContaining({ kind: 'capsule' }),
    );
    expect(warnings).toEqual([]);
  });

  test('refuses shapes that checks cannot use, before anything starts', () => {
    const huge = '<collision><geometry><box size="1e200 1e200 1e200"/></geometry></collision>';
    const flat = '<collision><geometry><box size="0 0 0"/></geometry></collision>';
    for (const shape of [huge, flat]) {
      expect(() => choose(writeFile('unusable.urdf', withShape(shape)))).toThrow('describes no arm');
    }
  });

  test('warns about missing meshes', () => {
    const gone = mesh.replace('forearm.stl', 'gone.stl');
    expect(choose(writeFile('gone.urdf', withShape(gone))).warnings).toEqual([
      'The mesh package://borrowed/meshes/gone.stl of link forearm_link is not there or cannot be read: nothing checks what it touches',
    ]);
    expect(choose(writeFile('bare.urdf', withShape(''))).warnings).toEqual([
      'Link forearm_link has no collision shape: nothing checks what it touches',
    ]);
  });
});
