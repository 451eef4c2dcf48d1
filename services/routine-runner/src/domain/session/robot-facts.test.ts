import { emptyScene } from '@cellwright/domain/space';
import { describe, expect, it } from 'vitest';
import { startCell } from '../testing/fake-cell.fixture.ts';
import { toolOf } from '../testing/moving-cell.fixture.ts';
import { readFacts, robotFactsSchema } from './robot-facts.ts';

const scene = { ...emptyScene('simulated'), revision: 4 };
const sent = (facts: unknown) => robotFactsSchema.parse(JSON.parse(JSON.stringify(facts)));

describe('The state of a robot for a dry run', () => {
  it('arrives unchanged with a connected controller', async () => {
    const cell = startCell({ isConnected: false });
    cell.devices.set('equipment_1', toolOf('equipment_1', 0.18));
    cell.session.attach(cell.robot.connect());
    await cell.clock.advance(100);
    const facts = readFacts(cell.session, scene);
    expect(facts.joints).toHaveLength(6);
    expect(Object.keys(facts.io).length).toBeGreaterThan(0);
    expect(facts.tool).toEqual({ equipmentID: 'equipment_1', activeEnd: 1 });
    expect(sent(facts)).toEqual(facts);
  });

  it('arrives unchanged without a controller', () => {
    const facts = readFacts(startCell({ isConnected: false }).session, scene);
    expect(facts).toMatchObject({ joints: null, io: {}, scene: { revision: 4 } });
    expect(sent(facts)).toEqual(facts);
  });
});
