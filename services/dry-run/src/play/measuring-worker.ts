import { parentPort, workerData } from 'node:worker_threads';
import type { PlanningScene } from '@cellwright/domain/space';
import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import type { FromMeasuringThread, ToMeasuringThread } from './measuring-thread.ts';
import { LegMeasurer } from './motion-facts.ts';

lowerThreadPriority();

/** Runs the thread that measures the motions of a long dry run, one after the other. */
const measurer = new LegMeasurer(workerData);
let scene: PlanningScene | undefined;
const reply = (answer: FromMeasuringThread): void => parentPort?.postMessage(answer);

parentPort?.on('message', (question: ToMeasuringThread) => {
  try {
    scene = question.scene ?? scene;
    if (!scene) throw new Error('motion is measured in a scene, and none has come');
    reply({ facts: measurer.measure({ ...question, scene }) });
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
});
