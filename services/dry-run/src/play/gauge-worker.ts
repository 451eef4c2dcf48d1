import { parentPort, workerData } from 'node:worker_threads';
import type { PlanningScene } from '@cellwright/domain/space';
import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import type { FromGaugeThread, ToGaugeThread } from './gauge-thread.ts';
import { MotionGauge } from './motion-facts.ts';

lowerThreadPriority();

/** Runs the thread that measures the motions of a long dry run, one after the other. */
const gauge = new MotionGauge(workerData);
let scene: PlanningScene | undefined;
const reply = (answer: FromGaugeThread): void => parentPort?.postMessage(answer);

parentPort?.on('message', (question: ToGaugeThread) => {
  try {
    scene = question.scene ?? scene;
    if (!scene) throw new Error('motion is measured in a scene, and none has come');
    reply({ facts: gauge.measure({ ...question, scene }) });
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
});
