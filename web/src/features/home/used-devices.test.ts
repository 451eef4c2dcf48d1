import type { Step } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { listUsedDevices } from './used-devices.ts';

const step = (id: string, stepKind: string, more: Partial<Step> = {}): Step => ({
  ...{ id, stepKind, isDisabled: false },
  ...more,
});
const device = (id: string, kind: string) => ({ id, config: { kind, name: id } });
const [claw, other, lift] = [device('claw', 'OnRobot2FG7'), device('other', 'OnRobot2FG14'), device('lift', 'Lift')];
const grip = (args: Readonly<Record<string, unknown>> = {}) => ({ stepKind: 'ActuateGripper', args: { ...args } });

describe('listUsedDevices', () => {
  it('finds a device that a step names, also deep in the tree', () => {
    const steps = [step('loop', 'Loop', { steps: [step('grip', 'ActuateGripper')] })];
    const stepConfigurations = { loop: { stepKind: 'Loop', args: {} }, grip: grip({ equipmentID: 'other' }) };
    expect([...listUsedDevices({ steps, stepConfigurations }, [claw, other, lift])]).toEqual(['other']);
  });

  it('finds the only device with the capability that a step needs, and none if there are several', () => {
    const routine = { steps: [step('grip', 'ActuateGripper')], stepConfigurations: { grip: grip() } };
    expect([...listUsedDevices(routine, [claw, lift])]).toEqual(['claw']);
    expect([...listUsedDevices(routine, [claw, other])]).toEqual([]);
  });

  it('skips disabled steps with their children, and steps without a device', () => {
    const steps = [
      step('loop', 'Loop', { isDisabled: true, steps: [step('grip', 'ActuateGripper')] }),
      step('wait', 'Wait'),
    ];
    const stepConfigurations = { grip: grip({ equipmentID: 'claw' }), wait: { stepKind: 'Wait', args: {} } };
    expect([...listUsedDevices({ steps, stepConfigurations }, [claw])]).toEqual([]);
  });
});
