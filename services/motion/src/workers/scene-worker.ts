/**
 * Runs a thread with an arm in a heavy scene: prepares the scene, and answers kinematics in it, one question after the
 * other.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { PlanningScene } from '@cellwright/domain/space';
import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import { createArmContext } from '../domain/arm-context.ts';
import { solveForward, solveInverse } from '../domain/kinematics-answers.ts';
import { enterScene, type SceneReport } from '../domain/scene/scene-report.ts';
import type { FromSceneThread, SceneAnswer, SceneQuestion, SceneThreadData, ToSceneThread } from './scene-task.ts';

lowerThreadPriority();

const { arm: model }: SceneThreadData = workerData;
const arm = createArmContext(model);
let scene: PlanningScene | undefined;
let report: SceneReport = { unusable: [], notes: [] };

function answer(ask: SceneQuestion): SceneAnswer {
  switch (ask.kind) {
    case 'inspect':
      return { kind: 'inspect', report };
    case 'forward':
      return { kind: 'forward', answer: solveForward(arm, { ...ask.question, scene }) };
    case 'inverse':
      return { kind: 'inverse', answers: solveInverse(arm, { ...ask.question, scene: undefined }) };
  }
}

parentPort?.on('message', (message: ToSceneThread) => {
  if ('scene' in message) {
    ({ scene } = message);
    report = enterScene(arm, scene);
    return;
  }
  let reply: FromSceneThread;
  try {
    reply = { answer: answer(message.ask) };
  } catch (error) {
    reply = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(reply);
});
