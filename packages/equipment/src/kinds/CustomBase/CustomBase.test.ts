import { rotateVec3 } from '@cellwright/geometry';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, test } from 'vitest';
import { capabilitiesOfConfig, describeBase, type EquipmentConfig, parseEquipmentConfig } from '../../contracts.ts';
import { createDriver } from '../../drivers.ts';
import { createSim } from '../../sims.ts';

function configOf(fields: object): EquipmentConfig {
  const parsed = parseEquipmentConfig({ kind: 'CustomBase', ...fields });
  if (!parsed.isValid) throw new Error(parsed.config.problems.join());
  return parsed.config;
}

describe('A custom base', () => {
  test("has the world's origin as its default", () => {
    expect(describeBase(configOf({}))).toMatchObject({ pose: { x: 0, y: 0, z: 0, w: 1 }, isDynamic: false });
  });

  test('rotates in degrees about x, then y, then z of the world', () => {
    const base = describeBase(configOf({ x: 1, rx: 90, rz: 90 }));
    const up = rotateVec3(base?.pose ?? { i: 0, j: 0, k: 0, w: 1 }, [0, 0, 1]);
    // Rotation about x moves z to −y, and then rotation about z moves it to x.
    [1, 0, 0].forEach((value, axis) => {
      expect(up[axis]).toBeCloseTo(value, 12);
    });
    expect(base?.pose.x).toBe(1);
  });

  test('uses its height if it is dynamic and ignores it otherwise', () => {
    expect(describeBase(configOf({ z: 0.2, isDynamic: true, baseHeight: 0.5 }))?.pose.z).toBeCloseTo(0.7, 12);
    expect(describeBase(configOf({ z: 0.2, baseHeight: 0.5 }))?.pose.z).toBeCloseTo(0.2, 12);
  });

  test('provides traits that steps can require', () => {
    expect(capabilitiesOfConfig(configOf({}))).toEqual(['customBase']);
    expect(capabilitiesOfConfig(configOf({ isDynamic: true }))).toEqual(['customBase', 'dynamicBase']);
    expect(capabilitiesOfConfig(configOf({ kind: 'OnRobot2FG7' }))).toEqual(['gripper']);
  });

  test('exists without a connection, and its simulator occupies the port', async () => {
    const clock = new VirtualClock();
    const refuse = () => {
      throw new Error('A base has no line');
    };
    const address = { host: '127.0.0.1', port: 1 };
    const driver = createDriver(configOf({}), {
      address,
      clock,
      openModbus: refuse,
      openLines: refuse,
      openFtp: refuse,
      openHttp: refuse,
      openScanner: refuse,
      openPorts: refuse,
    });
    driver.start();
    await driver.whenKnown();
    expect(driver.state()).toEqual({ connected: true, status: 'idle' });
    const sim = createSim(configOf({}), { clock });
    expect(await sim.start(0)).toBeGreaterThan(0);
    await sim.close();
  });
});
