import { describe, expect, it } from 'vitest';
import { describeCapability, parseEquipmentConfig } from '../../contracts.ts';
import { parameters, startInMemory, stateOf, testAssemblyWelder } from '../../testing/assembly-welder.fixture.ts';
import { testHeldArc } from '../../testing/held-arc.fixture.ts';
import type { CyclicBank } from '../../transport/scanner.ts';

const never = new AbortController().signal;
const everySignal = { touchSense: '0.5', touchDetected: '0.5', wireStuckCheck: '0.6' };

// Fewer than for Miller machines, which share its code.
testHeldArc('WeldMachineEsab', everySignal, 4);
testAssemblyWelder('WeldMachineEsab', everySignal);

/** A machine that keeps the assemblies it received, and sends one that the test can change. */
function recorded(bank: CyclicBank | undefined) {
  if (!bank) throw new Error('it has no assemblies');
  const received: (Uint8Array | undefined)[] = [];
  const sent = new Uint8Array(32);
  let tell = () => {};
  const machine: CyclicBank = {
    layout: bank.layout,
    open: () => ({
      readInputs: () => sent.slice(),
      onChange: (listener) => {
        tell = listener;
      },
      take: (outputs) => void received.push(outputs?.slice()),
      close: () => {},
    }),
  };
  return { machine, received, sent, tell: () => tell() };
}

describe('The kind WeldMachineEsab', () => {
  it('has its signals and values at the positions of its configuration', async () => {
    let recording: ReturnType<typeof recorded> | undefined;
    const fields = { weldStart: '12.7', gas: '13.0', wireSpeedWord: '14', currentFlow: '1.6', currentRead: '20' };
    const { clock, driver } = startInMemory('WeldMachineEsab', fields, (bank) => {
      recording ??= recorded(bank);
      return recording.machine;
    });
    await clock.advance(100);
    if (!recording) throw new Error('it has not connected');
    const { received, sent, tell } = recording;
    // Power source ready.
    sent[0] = 0b10;
    tell();
    await clock.advance(100);
    await driver.capabilities.welder?.actuate({ action: 'setParameters', parameters }, never);
    const started = driver.capabilities.welder?.actuate({ action: 'startArc' }, never);
    await clock.advance(500);
    // Process 2, 17.2 V, arc length -2.5 %, arc control 25 %, 240 in/min; weld start and gas.
    const values = [0, 0, 2, 0, 0, 0, 172, 0, 0xe7, 0xff, 250, 0];
    expect([...(received.at(-1) ?? [])].slice(0, 16)).toEqual([...values, 0b1000_0000, 1, 240, 0]);
    // Arc established and current flow; 22.5 V, 180 A, 250 in/min.
    sent.set([0b11, 0b100_0000, 225, 0, 0, 0, 250, 0]);
    sent.set([180, 0], 20);
    tell();
    await clock.advance(500);
    expect(await started).toEqual({ ok: true, value: { arc: 'on' } });
    expect(stateOf({ driver }).arcValues).toEqual({ voltage: 22.5, current: 180, wireSpeed: 0.10583 });
    // Without current, the arc is lost.
    sent[1] = 0;
    tell();
    await clock.advance(500);
    expect(stateOf({ driver }).welder).toEqual({ arc: 'off', fault: 'arcLost' });
    expect(received.at(-1)?.[12]).toBe(0);
    const closed = driver.close();
    await clock.advance(2000);
    await closed;
  });

  it.each(['weldStart', 'arcEstablished'])('cannot weld without the position of %s', (field) => {
    const { config } = parseEquipmentConfig({ kind: 'WeldMachineEsab', [field]: 'none' });
    if (config.kind !== 'WeldMachineEsab') throw new Error('it is another kind');
    const expected = { hasArcSignals: false, takesParameters: true, maker: 'ESAB' };
    expect(describeCapability(config, 'welder')).toEqual(expected);
  });
});
