import { type SimulatedDeviceFault, simulatedDeviceFaults } from '@cellwright/domain/equipment';
import { afterEach, describe, expect, it } from 'vitest';
import { gripperLiveStateSchema } from './capabilities/index.ts';
import { GripperRig } from './conformance/gripper/index.ts';
import { demand } from './conformance/rig.ts';
import {
  capabilitiesOfKind,
  describeCapabilities,
  type EquipmentKind,
  equipmentContracts,
  equipmentKinds,
} from './contracts.ts';
import { setFault } from './framework/sim.ts';
import { simulatedFaultsOf } from './simulated-faults.ts';
import { type DeviceBench, openBench } from './testing/device-bench.fixture.ts';
import { connectPlainModbus } from './testing/modbus-client.fixture.ts';

const faultsOf = (kind: EquipmentKind) => simulatedFaultsOf(equipmentContracts[kind].config.parse({ kind }));
const kindsWith = (fault: SimulatedDeviceFault) => equipmentKinds.filter((kind) => faultsOf(kind).includes(fault));

let bench: DeviceBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

async function open(kind: EquipmentKind): Promise<DeviceBench> {
  bench = await openBench(kind);
  return bench;
}

describe('Simulated faults', () => {
  it('each have a kind that can simulate them', () => {
    for (const fault of simulatedDeviceFaults) expect(kindsWith(fault), fault).not.toEqual([]);
  });

  it('depend on the interface of a custom device', () => {
    const of = (deviceInterface: string) =>
      simulatedFaultsOf(equipmentContracts.CustomDevice.config.parse({ kind: 'CustomDevice', deviceInterface }));
    expect(of('controlBoxIO')).toEqual(['jammed']);
    expect(of('haasNGC')).not.toContain('swappedBytes');
    expect(of('modbusTCP')).toContain('swappedBytes');
  });

  it('include dropped parts only for grippers', () => {
    for (const kind of kindsWith('partDropped')) {
      expect(capabilitiesOfKind(kind).some((name) => name === 'gripper' || name === 'vacuum')).toBe(true);
    }
  });
});

describe.each(kindsWith('silent'))('A %s', (kind) => {
  it('loses its connection when silent and recovers', async () => {
    const { sim, waitForState } = await open(kind);
    setFault(sim, 'silent', true);
    expect(await waitForState(({ connected }) => !connected)).toMatchObject({ status: 'error' });
    setFault(sim, 'silent', false);
    await waitForState(({ connected }) => connected);
  });
});

describe.each(kindsWith('partDropped'))('A %s', (kind) => {
  it('can drop a part and put it back', async () => {
    const { sim } = await open(kind);
    expect(sim.part).toBeDefined();
  });
});

describe('A gripper that holds a part', () => {
  it('drops the part, reports none meanwhile, and holds it again afterwards', async () => {
    const { minimum, maximum } = demand(describeCapabilities({ kind: 'OnRobot2FG7' }).gripper).widthRange.inward;
    bench = await openBench('OnRobot2FG7', { simulatedPartWidth: (minimum + maximum) / 2 });
    const { sim } = bench;
    const rig = new GripperRig(bench);
    const close = () => rig.actuate(rig.closeOn(rig.widthAt(0)));
    expect(await close()).toMatchObject({ ok: true, value: { gripDetected: true } });
    setFault(sim, 'partDropped', true);
    await bench.waitForState((state) => !gripperLiveStateSchema.parse(state).gripDetected);
    expect(await close()).toMatchObject({ ok: true, value: { gripDetected: false } });
    setFault(sim, 'partDropped', false);
    await rig.actuate(rig.move(rig.widthAt(1)));
    expect(await close()).toMatchObject({ ok: true, value: { gripDetected: true } });
  });
});

describe('A device on Modbus', () => {
  it('sends its registers with swapped bytes, slowly', async () => {
    const opened = await open('OnRobotHEXE');
    const { sim, clock } = opened;
    sim.simulated.forceSensor?.press({ force: [0.1, 30, 0], torque: [0, 0, 0] });
    const client = await connectPlainModbus(opened, 65);
    const read = async () => {
      const before = clock.now();
      const words = await client.read(0x103, 2);
      return { words, tookMS: clock.now() - before };
    };
    expect((await read()).words).toEqual([1, 300]);
    setFault(sim, 'swappedBytes', true);
    setFault(sim, 'slow', true);
    const { words, tookMS } = await read();
    expect(words).toEqual([0x0100, 0x2c01]);
    expect(tookMS).toBeGreaterThanOrEqual(400);
    await client.close();
  });
});
