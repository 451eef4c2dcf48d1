import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { describe, expect, it } from 'vitest';
import { refuseOtherSupply, refuseOwnedPorts, refuseTakenPorts } from './port-claims.ts';

const jaw = (id: string, closeOutput: string, isEnabled = true): EquipmentRecord => ({
  id,
  config: { kind: 'CustomGripper', name: `Jaw ${id}`, closeOutput },
  isEnabled,
});
const panel: EquipmentRecord = {
  id: 'panel',
  config: { kind: 'CustomIO', name: 'Panel', ...{ ports: [{ name: 'Lamp', kind: 'Output', port: 1 }] } },
  isEnabled: true,
};

describe('a port', () => {
  it('belongs to one enabled device for every use', () => {
    const message = "Output 1 is already used by the device 'Jaw a'. Choose another port, or disable that device first";
    const taken = { code: 'conflict', message, details: { port: 'Output 1', equipmentID: 'a' } };
    expect(() => refuseTakenPorts(jaw('b', 'Output 1'), [jaw('a', 'Output 1')])).toThrow(
      expect.objectContaining(taken),
    );
    expect(() => refuseTakenPorts(panel, [jaw('a', 'Output 1')])).toThrow(expect.objectContaining(taken));
    expect(() => refuseTakenPorts(jaw('a', 'Output 1'), [panel])).toThrow(/is already used by the device 'Panel'/);
  });

  it('stays free for others while its device is disabled, and for the device itself', () => {
    const others = [jaw('a', 'Output 1', false), jaw('b', 'Output 1'), jaw('c', 'Relay 1')];
    expect(() => refuseTakenPorts(jaw('b', 'Output 1'), others)).not.toThrow();
    expect(() => refuseTakenPorts(jaw('d', 'Output 1', false), others)).not.toThrow();
    expect(() => refuseTakenPorts(jaw('d', 'Output 2'), others)).not.toThrow();
  });
});

describe('the flange', () => {
  const gate = (id: string, supply: object, isEnabled = true): EquipmentRecord => ({
    id,
    config: { kind: 'CustomDevice', name: `Gate ${id}`, deviceInterface: 'flangeIO', ...supply },
    isEnabled,
  });
  const old = gate('a', { voltage: '12V', circuit: 'npn' });

  it.each([
    [{ voltage: '24V', circuit: 'npn' }, '24V npn'],
    [{ voltage: '12V', circuit: 'pnp' }, '12V pnp'],
  ])('has one voltage and one circuit: %j is refused together with 12V npn', (supply, needed) => {
    const message = `The flange has one voltage and one circuit: this device needs ${needed}, but the device 'Gate a' needs 12V npn. Make them the same, or disable that device first`;
    expect(() => refuseOtherSupply(gate('b', supply), [old])).toThrow(
      expect.objectContaining({ code: 'conflict', message, details: { equipmentID: 'a' } }),
    );
  });

  it('accepts devices that agree, disabled devices, and devices that are not wired to it', () => {
    const others = [old, gate('c', {}, false), jaw('d', 'Output 2'), gate('e', { deviceInterface: 'modbusTCP' })];
    expect(() => refuseOtherSupply(gate('b', { voltage: '12V', circuit: 'npn' }), others)).not.toThrow();
    expect(() => refuseOtherSupply(gate('b', {}, false), others)).not.toThrow();
    expect(() => refuseOtherSupply(gate('a', {}), others)).not.toThrow();
    expect(() => refuseOtherSupply(gate('b', { deviceInterface: 'controlBoxIO' }), others)).not.toThrow();
  });
});

describe('a gripper with a wire to the flange', () => {
  const onFlange = (fields: object): EquipmentRecord => ({
    id: 'jaw',
    config: { kind: 'CustomGripper', name: 'Jaw', closeOutput: 'Output 1', ...fields },
    isEnabled: true,
  });
  const blower: EquipmentRecord = {
    ...{ id: 'blower', isEnabled: true },
    config: {
      kind: 'CustomDevice',
      name: 'Blower',
      deviceInterface: 'flangeIO',
      ...{ voltage: '12V', circuit: 'npn' },
    },
  };

  it.each([
    ['an output', { closeOutput: 'Flange Output 1' }],
    ['a sensor', { partSensor: 'Flange Input 2' }],
  ])('must agree with the other devices there, and they with it: %s', (_wire, fields) => {
    const message = /this device needs 24V pnp, but the device 'Blower' needs 12V npn/;
    expect(() => refuseOtherSupply(onFlange(fields), [blower])).toThrow(message);
    expect(() => refuseOtherSupply(blower, [onFlange(fields)])).toThrow(/the device 'Jaw' needs 24V pnp/);
    const same = { ...fields, voltage: '12V', circuit: 'npn' };
    expect(() => refuseOtherSupply(onFlange(same), [blower])).not.toThrow();
  });

  it('needs no supply of the flange without a wire there', () => {
    expect(() => refuseOtherSupply(onFlange({}), [blower])).not.toThrow();
    const onModbus = { interface: 'modbus', closeOutput: 'Flange Output 1' };
    expect(() => refuseOtherSupply(onFlange(onModbus), [blower])).not.toThrow();
  });
});

describe('a port of safety rules or of external control', () => {
  it.each([
    [
      'safetyIO',
      'Output 1 is used by the safety settings. Choose another port, or remove it from the safety settings first',
    ],
    [
      'externalControl',
      'Output 1 is used by external control. Choose another port, or remove it from external control first',
    ],
  ] as const)('assigned to %s is unavailable to devices', (owner, message) => {
    const owners = new Map([['Output 1', owner]]);
    const taken = { code: 'conflict', message, details: { port: 'Output 1', assignedTo: owner } };
    expect(() => refuseOwnedPorts(jaw('a', 'Output 1'), owners)).toThrow(expect.objectContaining(taken));
    expect(() => refuseOwnedPorts(panel, owners)).toThrow(expect.objectContaining(taken));
    expect(() => refuseOwnedPorts(jaw('a', 'Output 2'), owners)).not.toThrow();
    expect(() => refuseOwnedPorts(jaw('a', 'Output 1', false), owners)).not.toThrow();
  });

  it('assigned to equipment is compared with the devices', () => {
    expect(() => refuseOwnedPorts(jaw('a', 'Output 1'), new Map([['Output 1', 'equipment']]))).not.toThrow();
  });
});
