import { describe, expect, it } from 'vitest';
import { createPortUses, restLevelOf, signalsOf } from './port-uses.ts';

const device = {
  id: 'equipment_1',
  isEnabled: true,
  config: {
    ...{ kind: 'CustomIO', name: 'Panel' },
    ...{ ports: [{ name: 'Lamp', kind: 'Output', port: 3, highSignalName: 'On' }] },
  },
};
const jaw = { id: 'equipment_2', isEnabled: true, config: { kind: 'CustomGripper', name: 'Jaw' } };
const safety = {
  id: '1',
  robotID: '',
  inputSafeguardRules: [{ pair: 2, kind: 'estop' as const }],
  outputSafeguardRules: [{ pair: 1, kind: 'none' as const }],
};

describe('createPortUses', () => {
  it('lists a device that is wired to the port, with the role of the port', () => {
    const uses = createPortUses([device, jaw], undefined);
    expect(uses.of({ kind: 'Output', port: 3 })).toEqual([
      { by: 'device', name: 'Panel', role: 'Lamp', isExclusive: false },
    ]);
    expect(uses.of({ kind: 'Output', port: 1 })).toEqual([
      {
        by: 'device',
        name: 'Jaw',
        role: 'Output that closes',
        words: { text: 'Output that closes' },
        isExclusive: true,
      },
    ]);
    expect(uses.of({ kind: 'Relay', port: 3 })).toEqual([]);
  });

  it('omits disabled devices', () => {
    expect(createPortUses([{ ...jaw, isEnabled: false }], undefined).of({ kind: 'Output', port: 1 })).toEqual([]);
  });

  it('lists a safety rule at both ports of its pair, unless the rule is none', () => {
    const uses = createPortUses([], safety);
    expect(uses.of({ kind: 'Input', port: 3 })).toEqual([{ by: 'safetyInput', rule: 'estop' }]);
    expect(uses.of({ kind: 'Input', port: 4 })).toHaveLength(1);
    expect(uses.of({ kind: 'Output', port: 1 })).toEqual([]);
  });
});

describe('restLevelOf', () => {
  it('returns low, or the inactive level of its safety rule; safety inputs are closed', () => {
    const uses = createPortUses([device], safety);
    const restOf = (kind: 'Input' | 'Safety', port: number) => restLevelOf({ kind }, uses.of({ kind, port }));
    expect(restOf('Input', 1)).toBe('low');
    expect(restOf('Input', 3)).toBe('high');
    expect(restOf('Safety', 1)).toBe('high');
  });
});

describe('signalsOf', () => {
  const unnamed = { highSignalName: 'High', lowSignalName: 'Low' };
  const named = { highSignalName: 'Gate closed', lowSignalName: 'Gate open' };
  const nameOf = (signal: string) => `<${signal}>`;
  const ofRule = (port: typeof unnamed) =>
    signalsOf(port, createPortUses([], safety).of({ kind: 'Input', port: 3 }), nameOf);

  it('names the levels of a safety pair by its rule', () => {
    expect(ofRule(unnamed)).toEqual({ high: '<Run>', low: '<Stop>' });
  });

  it('keeps the names that users gave, and those of ports without a rule', () => {
    expect(ofRule(named)).toEqual({ high: 'Gate closed', low: 'Gate open' });
    expect(signalsOf(unnamed, createPortUses([], safety).of({ kind: 'Output', port: 1 }), nameOf)).toEqual({
      high: 'High',
      low: 'Low',
    });
  });
});
