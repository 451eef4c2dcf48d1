import { emptyScene, type SceneChange } from '@cellwright/domain/space';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { type Answer, accepted, refuse } from '../domain/answer.ts';
import { PlanningScenes } from '../domain/arm/planning-scenes.ts';
import { createSceneChanges } from './scene-changes.ts';

const ada = { sessionID: 's1', subjectID: 'user_ada', name: 'Ada', permissions: ['connectToRobot'] };
const pose = { x: 1, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
const addCrate: SceneChange = {
  kind: 'addObstacle',
  obstacle: { name: 'crate', pose, shape: { kind: 'sphere', radius: 0.1 } },
};

async function start(admission: Answer = accepted) {
  const log: string[] = [];
  const scenes = new PlanningScenes({
    store: { load: async (robotKind) => emptyScene(robotKind), save: async () => log.push('saved') > 0 },
    planner: { put: async () => [], findRevision: async () => 0 },
    clock: new VirtualClock(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  await scenes.load();
  const session = { runs: { isActive: false } };
  const audit = {
    admit: ({ caller, kind }: { caller: { name: string }; kind: string }) => {
      log.push(`${caller.name}: ${kind}`);
      return admission;
    },
    noteRefused: ({ kind }: { kind: string }, code: string) => void log.push(`${kind} refused: ${code}`),
  };
  const door = { session, audit };
  return { log, change: createSceneChanges(() => ({ scenes, sessions: { live: door, simulated: door } })) };
}

describe('A change of the planning scene', () => {
  it('has its entry in the audit log before it is made', async () => {
    const { log, change } = await start();
    expect(await change({ caller: ada, robotKind: 'simulated', change: addCrate })).toMatchObject({ revision: 1 });
    expect(log).toEqual(['Ada: addObstacle', 'saved']);
  });

  it('leaves the scene as it is if the audit log cannot be written', async () => {
    const { log, change } = await start(refuse('unavailable', 'The audit log cannot be written'));
    const changing = change({ caller: ada, robotKind: 'live', change: addCrate });
    await expect(changing).rejects.toMatchObject({ code: 'unavailable' });
    expect(log).toEqual(['Ada: addObstacle', 'addObstacle refused: unavailable']);
  });

  it('needs the permission of the person, whatever the gateway checked', async () => {
    const { log, change } = await start();
    const changing = change({
      caller: { ...ada, permissions: [] },
      robotKind: 'live',
      change: { kind: 'clearObstacles' },
    });
    await expect(changing).rejects.toMatchObject({ code: 'forbidden' });
    expect(log).toEqual(['clearObstacles refused: forbidden']);
  });

  it('has an entry for the refusal, too', async () => {
    const { log, change } = await start();
    const removing = change({ caller: ada, robotKind: 'live', change: { kind: 'removeObstacle', name: 'none' } });
    await expect(removing).rejects.toMatchObject({ code: 'not_found' });
    expect(log).toEqual(['Ada: removeObstacle', 'removeObstacle refused: not_found']);
  });
});
