import { describe, expect, it } from 'vitest';
import { allPorts, flangePins, ioPortShortName } from './io.ts';
import { safetySignals } from './safety-settings.ts';

describe('Short names of ports', () => {
  it('differ for all ports of a control box', () => {
    expect(new Set(allPorts.map(ioPortShortName)).size).toBe(allPorts.length);
  });

  it('name ports of the flange by their pin', () => {
    expect(ioPortShortName({ kind: 'FlangeInput', port: 1 })).toBe('PIN 4');
    expect(ioPortShortName({ kind: 'FlangeOutput', port: 2 })).toBe('PIN 6');
  });
});

describe('The signals', () => {
  it('on the flange connector include two analog inputs, power and ground', () => {
    expect(flangePins).toHaveLength(8);
    expect(flangePins).toEqual(expect.arrayContaining(['Analog Input 1', 'Analog Input 2', 'Power', 'Ground']));
  });

  it.each([
    ['estop', 'Run', 'Stop'],
    ['slow', 'Full Speed', 'Slow Speed'],
    ['pauselow', 'Run', 'Pause'],
    ['pausehigh', 'Pause', 'Run'],
    ['reset', 'Reset', 'None'],
    ['isestop', 'Estopped', 'Not Estopped'],
    ['isslow', 'Slow Speed', 'Not Slow Speed'],
    ['isfullspeed', 'Full Speed', 'Slow Speed'],
    ['ismoving', 'Moving', 'Still'],
    ['isstill', 'Still', 'Moving'],
  ] as const)('at the safety rule %s have the names %s when high and %s when low', (rule, high, low) => {
    expect(safetySignals[rule]).toEqual({ high, low });
  });
});
