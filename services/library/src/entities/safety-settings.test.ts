import { type DevicePorts, type SafetySettings, safetySettingsSchema } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { createSafetySettingsHooks } from './safety-settings.ts';

const caller = { subjectID: 'user_1', name: 'Ada', permissions: [] };
const none = safetySettingsSchema.parse({ id: '1' });
const gate = safetySettingsSchema.parse({ id: '1', inputSafeguardRules: [{ pair: 3, kind: 'pauselow' }] });
const lamp = safetySettingsSchema.parse({ id: '1', outputSafeguardRules: [{ pair: 8, kind: 'ismoving' }] });
const clamp: DevicePorts = { name: 'Clamp', drivenPorts: ['Input 6', 'Output 16'] };

const save = async (next: SafetySettings, previous: SafetySettings, devices: readonly DevicePorts[] | undefined) =>
  createSafetySettingsHooks(async () => devices, {}).beforeSave?.(next, previous, { caller, at: new Date(0) });

describe('a safety rule', () => {
  it.each([
    [gate, 'Input 6'],
    [lamp, 'Output 16'],
  ])('refuses a port of an enabled device', async (next, port) => {
    await expect(save(next, none, [{ name: '2FG7' }, clamp])).rejects.toMatchObject({
      code: 'conflict',
      message: `${port} is already used by the device 'Clamp'. Choose another port, or disable that device first`,
      details: { port },
    });
  });

  it('accepts free ports, and any port while the devices are unknown', async () => {
    expect(await save(gate, none, [{ name: 'Lamp', drivenPorts: ['Output 6', 'Input 7'] }])).toEqual(gate);
    expect(await save(lamp, none, undefined)).toEqual(lamp);
  });

  it('can be saved again, changed and removed if it was stored before', async () => {
    const slower = safetySettingsSchema.parse({ id: '1', inputSafeguardRules: [{ pair: 3, kind: 'slow' }] });
    expect(await save(slower, gate, [clamp])).toEqual(slower);
    expect(await save(none, gate, [clamp])).toEqual(none);
  });
});
