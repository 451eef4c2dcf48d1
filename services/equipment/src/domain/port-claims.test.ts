import type { EquipmentRecord } from '@cellwright/domain';
import { describe, expect, it } from 'vitest';
import { refuseTakenPorts } from './port-claims.ts';

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
  it('belongs to one device that is switched on, whatever it does there', () => {
    const message =
      "Output 1 belongs to the device 'Jaw a' already. Choose another port, or switch that device off first";
    const taken = { code: 'conflict', message, details: { port: 'Output 1', equipmentID: 'a' } };
    expect(() => refuseTakenPorts(jaw('b', 'Output 1'), [jaw('a', 'Output 1')])).toThrow(
      expect.objectContaining(taken),
    );
    expect(() => refuseTakenPorts(panel, [jaw('a', 'Output 1')])).toThrow(expect.objectContaining(taken));
    expect(() => refuseTakenPorts(jaw('a', 'Output 1'), [panel])).toThrow(/belongs to the device 'Panel'/);
  });

  it('is free for others while its device is switched off, and for the device itself', () => {
    const others = [jaw('a', 'Output 1', false), jaw('b', 'Output 1'), jaw('c', 'Relay 1')];
    expect(() => refuseTakenPorts(jaw('b', 'Output 1'), others)).not.toThrow();
    expect(() => refuseTakenPorts(jaw('d', 'Output 1', false), others)).not.toThrow();
    expect(() => refuseTakenPorts(jaw('d', 'Output 2'), others)).not.toThrow();
  });
});
