import { describe, expect, it } from 'vitest';
import { parseEquipmentConfig, wiredPortsOf } from '../../contracts.ts';
import { openBench } from '../../testing/device-bench.fixture.ts';

const ports = [
  { name: 'Lamp', kind: 'Relay', port: 1 },
  { name: 'Button', kind: 'Input', port: 7, highSignalName: 'Pressed' },
];

describe('Custom I/O', () => {
  it('reports the levels of its ports under its own names', async () => {
    const bench = await openBench('CustomIO', { ports });
    expect(bench.driver.state()).toMatchObject({ connected: true, levels: { Lamp: 'low', Button: 'low' } });
    const told: unknown[] = [];
    bench.driver.onChange((state) => told.push(state));
    bench.box.force('Input 7', 'high');
    bench.box.force('Input 8', 'high');
    expect(told).toEqual([{ connected: true, status: 'idle', levels: { Lamp: 'low', Button: 'high' } }]);
    bench.box.setAway(true);
    expect(bench.driver.state()).toMatchObject({ connected: false, status: 'error', levels: {} });
    await bench.close();
  });

  it('names its ports without changing how they are set', () => {
    expect(wiredPortsOf({ kind: 'CustomIO', ports })).toEqual([
      { kind: 'Relay', port: 1, role: 'Lamp', use: 'named' },
      { kind: 'Input', port: 7, role: 'Button', use: 'named' },
    ]);
  });

  it.each([
    [{ name: 'Lamp', kind: 'Relay', port: 4 }, 'ports.0.port: There is no such port'],
    [{ name: 'Lamp', kind: 'Safety', port: 1 }, expect.stringMatching(/^ports\.0\.kind: /)],
  ])('rejects %j', (port, problem) => {
    const parsed = parseEquipmentConfig({ kind: 'CustomIO', ports: [port] });
    expect(parsed).toMatchObject({ isValid: false, config: { problems: [problem] } });
  });

  it.each([
    ['Lamp', 'Lamp'],
    ['T\u00fcr', 'Tu\u0308r'],
  ])('rejects two ports named %j and %j, whose levels could not be told apart', (one, other) => {
    const named = [
      { ...ports[0], name: one },
      { ...ports[1], name: other },
    ];
    const parsed = parseEquipmentConfig({ kind: 'CustomIO', ports: named });
    const problem = 'ports.1.name: Another port has the same name. Change one';
    expect(parsed).toMatchObject({ isValid: false, config: { problems: [problem] } });
  });

  it('rejects two names for one port', () => {
    const parsed = parseEquipmentConfig({ kind: 'CustomIO', ports: [ports[0], { ...ports[0], name: 'Horn' }] });
    const problems = ['ports: This port already has a name in this device'];
    expect(parsed).toMatchObject({ isValid: false, config: { problems } });
  });
});
