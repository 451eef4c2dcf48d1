import { expect, test } from 'vitest';
import { ControllerRig } from './controller-rig.fixture.ts';

/** Joint positions with upper arm and forearm stretched out horizontally. */
const stretched = [0, Math.PI / 2 - 0.1, -Math.PI / 2 + 0.2, 0, 0, 0];
/** Joint positions with the wrist turned horizontally, so that its load extends sideways from it. */
const levelHand = [0, Math.PI / 2 - 0.1, -Math.PI / 2 + 0.2, 0, Math.PI / 2, 0];

test('includes the payload in the load of the joints', () => {
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

test('holds the same payload close to the column, and includes a heavy tool', () => {
  const rig = ControllerRig.ready();
  rig.send({ kind: 'setPayload', massKg: 10 });
  expect(rig.execute(rig.planBy([0.3, -0.4, 0, 0, 0, 0])).ok).toBe(true);
  const heavy = ControllerRig.ready();
  const tcp = { x: 0, y: 0, z: 0.4, i: 0, j: 0, k: 0, w: 1 };
  heavy.send({ kind: 'setTool', tool: { name: 'Press', tcp, massKg: 60, centreOfGravity: [0, 0, 0.2] } });
  expect(heavy.execute(heavy.planBy(stretched)).ok).toBe(false);
});

test("uses the tool's centre of mass, and places the payload at its TCP", () => {
  const carries = ({ massKg = 0, balance = 0, payload = 0, reach = 0 }) => {
    const rig = ControllerRig.ready();
    const tcp = { x: 0, y: 0, z: reach, i: 0, j: 0, k: 0, w: 1 };
    rig.send({ kind: 'setTool', tool: { name: 'Press', tcp, massKg, centreOfGravity: [0, 0, balance] } });
    rig.send({ kind: 'setPayload', massKg: payload });
    return rig.execute(rig.planBy(levelHand)).ok;
  };
  expect(carries({ massKg: 5, balance: 0, reach: 1.5 })).toBe(true);
  expect(carries({ massKg: 5, balance: 1.5, reach: 0 })).toBe(false);
  expect(carries({ payload: 5, balance: 1.5, reach: 0 })).toBe(true);
  expect(carries({ payload: 5, balance: 0, reach: 1.5 })).toBe(false);
});
