import type { Detection } from '@cellwright/domain/equipment';
import { messages } from '@cellwright/domain/messages';
import { makePose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import { completed, failed, planeOf, regionOptionOf, type StepRuntime, stopped } from '../../framework/index.ts';
import type { LocateArgs, LocateVariables } from './contract.ts';
import { listOf, own } from './contract-checks.ts';

export const locateRuntime: StepRuntime<LocateArgs, LocateVariables> = {
  async run(context) {
    const { args, ports, signal } = context;
    const workplane = args.planeID === undefined ? undefined : ports.space.find(args.planeID);
    const plane = workplane && planeOf(workplane);
    if (!plane) return failed('ExecutionFailure', own.planeRequired);
    const list = listOf(args, ports.space.list());
    if (!list) return failed('ExecutionFailure', messages.chooseValidSpaceItem);
    const { resultsLimit, objectHeight } = args;
    const wanted = { detection: detectionOf(args), plane, objectHeight, resultsLimit, ...optionsOf(args) };
    const result = await ports.vision.locate(args.camera, wanted, signal);
    if (!result.ok) {
      // Positions of an earlier picture are not used.
      ports.space.setPositions(list.id, []);
      if ('stopped' in result) return stopped;
      return failed(result.failure.kind, result.failure.message, result.failure.detail);
    }
    const things = result.value;
    ports.space.setPositions(
      list.id,
      things.map(({ pose }) => ({ pose })),
    );
    context.setVariable('foundCount', things.length);
    context.setVariable('poses', JSON.stringify(things.map(({ pose }) => pose)));
    context.setVariable('scores', JSON.stringify(things.map(({ score }) => score)));
    return completed;
  },
};

/** Returns the detection of the chosen method, without the fields of the others. */
function detectionOf({ method, blob, shape, textPrompt, customCheckpoint }: LocateArgs): Detection {
  switch (method) {
    case 'blob':
      return { kind: 'blob', ...blob };
    case 'shape':
      return { kind: 'shape', ...shape };
    case 'textPrompt':
      return { kind: 'textPrompt', ...textPrompt };
    case 'customCheckpoint': {
      const { gpuTaskRunnerID, modelPath, modelType = '' } = customCheckpoint;
      return { kind: 'customCheckpoint', gpuTaskRunnerID, modelPath, modelType, confidence: 0.5 };
    }
  }
}

function optionsOf({ regionOfInterest, transform: { x, y, z, rx, ry, rz } }: LocateArgs) {
  const isMoved = [x, y, z, rx, ry, rz].some((value) => value !== 0);
  return {
    ...regionOptionOf(regionOfInterest),
    ...(isMoved ? { transform: makePose([x, y, z], quaternionFromEulerDegrees([rx, ry, rz])) } : {}),
  };
}
