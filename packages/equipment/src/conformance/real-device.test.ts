import { describe, expect, it } from 'vitest';
import { parseEquipmentConfig } from '../contracts.ts';
import { openBench } from '../testing/device-bench.fixture.ts';
import { tamperWith, wrongWriters } from '../testing/wrong-grippers.fixture.ts';
import { checkDevice, whyNotTestable } from './real-device.ts';

/** As a real device is: nobody can look behind its socket. */
async function check(tamper?: Parameters<typeof openBench>[2]) {
  const { sim: _, ...bench } = await openBench('OnRobot2FG7', {}, tamper);
  try {
    return await checkDevice({ ...bench, sim: undefined });
  } finally {
    await bench.close();
  }
}

const widthRegister = 0;

describe('conformance of a device on the network', () => {
  it('holds for one that does as it is told, and says what it could not look at', async () => {
    const { isConformant, checks } = await check();
    expect(checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(isConformant).toBe(true);
    expect(checks).toContainEqual({
      title: 'holds a part between its fingers',
      outcome: 'not run',
      reason: expect.stringContaining('needs a simulator'),
      exchanges: [],
    });
  });

  it.each(wrongWriters.map((wrong) => [wrong.title, wrong] as const))(
    'fails when the line %s for the width, and says what was commanded and seen',
    async (_, wrong) => {
      const { isConformant, checks } = await check(tamperWith(widthRegister, wrong).open);
      expect(isConformant).toBe(false);
      expect(checks.find(({ outcome }) => outcome === 'failed')).toMatchObject({
        reason: expect.stringMatching(/./),
        exchanges: expect.arrayContaining([expect.objectContaining({ commanded: expect.anything() })]),
      });
    },
  );

  it('has no suite for a device that is wired, or of another capability, and says which', () => {
    const why = (kind: string) => {
      const parsed = parseEquipmentConfig({ kind });
      return parsed.isValid ? whyNotTestable(parsed.config) : 'invalid';
    };
    expect(why('OnRobot2FG7')).toBeUndefined();
    expect(why('CustomIO')).toContain('CustomIO has no address on the network');
    expect(why('OnRobotVG')).toContain('no suite yet that a real OnRobotVG');
  });
});
