import { defaultArm } from '@cellwright/arm';
import { type PlannerOperation, plannerOperations } from '@cellwright/domain/motion';
import { emptyScene } from '@cellwright/domain/space';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createArmContext } from '../domain/arm-context.ts';
import { CachedPlanner } from '../domain/cached-planner.ts';
import { solveForward, solveInverse } from '../domain/kinematics-answers.ts';
import { SceneStore } from '../domain/scene/scene-store.ts';
import { runTask } from '../domain/task.ts';
import { anything, plannerRequests } from '../testing/planner-input.fixture.ts';
import { PlannerSession } from './planner-socket.ts';

/** Cases per operation; planning itself, which takes milliseconds, runs only for the first valid ones. */
const cases = propertyRuns(500, 10_000);
const plansDone = 25;

function operations(): PlannerOperation[] {
  return Object.keys(plannerOperations).filter((key): key is PlannerOperation => key in plannerRequests);
}

describe('any request', () => {
  it.each(operations())(
    '%s returns a valid answer or refusal',
    async (operation) => {
      const arm = createArmContext(defaultArm, () => performance.now());
      let planned = 0;
      const cachedPlanner = new CachedPlanner({
        backend: {
          name: 'builtIn',
          plan: async (task) =>
            planned++ < plansDone
              ? runTask(arm, task)
              : { ok: false, failure: { kind: 'budgetSpent', reason: 'enough planned', targetIndex: 0 } },
          solveForward: (question) => solveForward(arm, question),
          solveInverse: (question) => solveInverse(arm, question),
          findProblem: () => undefined,
          close: async () => undefined,
        },
        store: { load: async () => [], save: () => undefined, clear: async () => undefined },
      });
      const scenes = new SceneStore();
      scenes.put(emptyScene('simulated'));
      let ended = 0;
      const lost: string[] = [];
      let waiting = () => {};
      const session = new PlannerSession(
        { cachedPlanner, scenes, ownsScenes: true, clock: systemClock, log: silentLogger },
        operation,
        'simulated',
        {
          send(reply) {
            const { kind, code, message } = JSON.parse(JSON.stringify(reply));
            // Recorded, not thrown: an exception would end in the session.
            if (code === 'internal_server_error' || (kind === 'error' && !/\S/.test(message))) lost.push(message);
            if (kind !== 'success' && kind !== 'error') return;
            ended++;
            waiting();
          },
          waitUntilTaken: async () => undefined,
        },
      );
      const request = fc.oneof(
        { weight: 30, arbitrary: plannerRequests[operation] },
        { weight: 1, arbitrary: anything },
      );
      await fc.assert(
        fc.asyncProperty(request, async (packet) => {
          const before = ended;
          session.receive(JSON.stringify(packet));
          while (ended === before) {
            await new Promise<void>((resolve) => {
              waiting = resolve;
            });
          }
          expect(ended).toBe(before + 1);
          expect(lost).toEqual([]);
        }),
        { numRuns: cases, seed: 36 },
      );
      expect(ended).toBe(cases);
    },
    120_000,
  );
});
