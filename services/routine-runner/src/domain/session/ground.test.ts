import { expect, it } from 'vitest';
import { accepted, refuse } from '../answer.ts';
import { createGround } from './ground.ts';

function startGround(base: typeof accepted | ReturnType<typeof refuse> = accepted) {
  const seen: string[] = [];
  const note = (what: string, answer: typeof base) => async () => {
    seen.push(what);
    return answer;
  };
  const runs = { adoptBase: () => void seen.push('adopt') };
  const parts = { base: { refresh: note('base', base) }, tools: { refresh: note('tool', accepted) }, runs };
  return { ground: createGround(parts), seen };
}

it('the arm does not start to move while its base moves', async () => {
  const { ground, seen } = startGround();
  const mover = ground.baseMovers.begin();
  expect(await ground.refreshTool()).toMatchObject({
    ok: false,
    refusal: { code: 'robot_not_idle', message: 'The base of the arm is moving. Wait until it has stopped' },
  });
  expect(seen).toEqual([]);
  mover.end();
  expect(await ground.refreshTool()).toEqual(accepted);
  expect(seen).toEqual(['base', 'tool']);
});

it('only a run that moved its base continues from there, and only from a known pose', async () => {
  const known = startGround();
  await known.ground.takeMovedBase(false);
  expect(known.seen).toEqual(['base']);
  await known.ground.takeMovedBase(true);
  expect(known.seen).toEqual(['base', 'base', 'adopt']);
  const unknown = startGround(refuse('unavailable', 'away'));
  expect(await unknown.ground.takeMovedBase(true)).toMatchObject({ ok: false });
  expect(unknown.seen).toEqual(['base']);
});
