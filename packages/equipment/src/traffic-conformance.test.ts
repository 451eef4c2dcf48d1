/** Every kind of device with a network connection is recorded, over each of its interfaces. */
import { afterEach, describe, expect, it } from 'vitest';
import { addressOf, type EquipmentKind, equipmentKinds, noAddress } from './contracts.ts';
import { type DeviceBench, openBench } from './testing/device-bench.fixture.ts';
import { waysTo } from './testing/interfaces.fixture.ts';

/** False for a device that consists of wires or follows nothing. */
function hasLine({ config }: DeviceBench): boolean {
  const address = addressOf(config);
  return !('ports' in address) && address !== noAddress;
}

const cases = equipmentKinds.flatMap((kind) =>
  waysTo(kind).map(({ over, fields }): [string, EquipmentKind, typeof fields] => [`${kind}${over}`, kind, fields]),
);

describe('Device traffic', () => {
  let bench: DeviceBench | undefined;
  afterEach(() => bench?.close());

  it.each(cases)('records both directions of %s, if it has a line', async (_, kind, fields) => {
    bench = await openBench(kind, fields);
    await bench.pass(1500);
    const frames = bench.traffic.read(100).flatMap((connection) => connection.frames);
    const directions = new Set(frames.map(({ direction }) => direction));
    expect(directions).toEqual(new Set(hasLine(bench) ? ['sent', 'received'] : []));
  });
});
