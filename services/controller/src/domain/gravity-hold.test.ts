import { expect, test } from 'vitest';
import { ControllerRig } from './controller-rig.fixture.ts';

/** Upper arm and forearm stretched out level. */
const stretched = [0, Math.PI / 2 - 0.1, -Math.PI / 2 + 0.2, 0, 0, 0];

test('what the arm carries is part of what its joints have to hold', () => {
  const rig = ControllerRig.ready();
  const out = rig.planBy(stretched);
  rig.send({ kind: 'setPayload', massKg: 30 });
  expect(rig.execute(out)).toMatchObject({
    ok: false,
    refusal: { kind: 'limit_exceeded', message: expect.stringMatching(/too heavy there: joint \d could not hold/) },
  });
  rig.send({ kind: 'setPayload', massKg: 5 });
  expect(rig.execute(out).ok).toBe(true);
});

test('close to the column the same payload is held, and a heavy tool counts as well', () => {
  const rig = ControllerRig.ready();
  rig.send({ kind: 'setPayload', massKg: 10 });
  expect(rig.execute(rig.planBy([0.3, -0.4, 0, 0, 0, 0])).ok).toBe(true);
  const heavy = ControllerRig.ready();
  const tcp = { x: 0, y: 0, z: 0.4, i: 0, j: 0, k: 0, w: 1 };
  heavy.send({ kind: 'setTool', tool: { name: 'Press', tcp, massKg: 60 } });
  expect(heavy.execute(heavy.planBy(stretched)).ok).toBe(false);
});
