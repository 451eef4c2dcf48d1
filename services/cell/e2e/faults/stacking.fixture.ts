import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { examples } from '../harness.ts';
import type { FaultCell } from './fault-cell.fixture.ts';
import { ready } from './routines.fixture.ts';

const cartonsPerLayer = 12;
/** Cartons of the stack: 5 layers. */
export const cartonCount = 5 * cartonsPerLayer;
export const stackingID = 'routine_stacking';

const exampleSchema = z.object({
  routine: z.object({ space: z.array(z.unknown()), stepConfigurations: z.record(z.string(), z.unknown()) }),
});

/** Returns the palletizing example with two short moves per carton instead of the full path. */
export function stackingFile(): object {
  const text = readFileSync(join(examples, 'palletizing.json'), 'utf8');
  const { space, stepConfigurations: all } = exampleSchema.parse(JSON.parse(text)).routine;
  const kept = ['step_pz_carton_clear', 'step_pz_carton_stack', 'step_pz_carton_stack_layer', 'step_pz_carton_show'];
  const [, b, c, d, e, f] = ready;
  const waypoint = (joint0: number) => ({
    stepKind: 'Waypoint',
    args: { shouldMatchJointAngles: true, target: { jointAngles: [joint0, b, c, d, e, f] } },
  });
  const stepConfigurations = {
    ...Object.fromEntries(kept.map((id) => [id, all[id]])),
    step_fetch: { stepKind: 'MoveArmToV2', args: { motionSpeed: 100 } },
    step_fetch_point: waypoint(0.1),
    step_place: { stepKind: 'MoveArmToV2', args: { motionSpeed: 100 } },
    step_place_point: waypoint(-0.1),
  };
  const move = (id: string, description: string) => ({
    id,
    stepKind: 'MoveArmToV2',
    description,
    steps: [{ id: `${id}_point`, stepKind: 'Waypoint' }],
  });
  const carton = [
    move('step_fetch', 'Fetch carton'),
    move('step_place', 'Place carton'),
    { id: 'step_pz_carton_show', stepKind: 'UpdateVisualization', description: 'Show carton' },
  ];
  const layer = { id: 'step_pz_carton_stack_layer', stepKind: 'Loop', steps: carton };
  const steps = [
    { id: 'step_pz_carton_clear', stepKind: 'UpdateVisualization' },
    { id: 'step_pz_carton_stack', stepKind: 'Loop', steps: [layer] },
  ];
  const routine = { id: stackingID, name: 'Stacking', space, steps, stepConfigurations };
  return { format: 'cellwright.routine', formatVersion: 1, routine };
}

const palletBoxSchema = z.object({ layerIndex: z.number(), boxIndex: z.number() });
const sceneSchema = z.object({
  obstacles: z.array(z.object({ name: z.string(), palletBox: palletBoxSchema.optional() })),
});

async function readObstacles({ call }: FaultCell, robotKind: string) {
  const { status, text } = await call('GET', `/planning-scene?robotKind=${robotKind}`);
  if (status !== 200) throw new Error(text);
  return sceneSchema.parse(JSON.parse(text)).obstacles;
}

/** Returns the order, from 1, of each placed carton in the planning scene of a robot. */
export async function listCartons(faults: FaultCell, robotKind: string): Promise<number[]> {
  const obstacles = await readObstacles(faults, robotKind);
  const orders = obstacles.flatMap(({ palletBox }) =>
    palletBox ? (palletBox.layerIndex - 1) * cartonsPerLayer + palletBox.boxIndex : [],
  );
  return orders.sort((one, other) => one - other);
}

/** Removes the cartons that earlier runs left in the planning scene of a robot. */
export async function clearCartons(faults: FaultCell, robotKind: string): Promise<void> {
  for (const { name, palletBox } of await readObstacles(faults, robotKind)) {
    if (!palletBox) continue;
    const path = `/planning-scene/obstacles/${encodeURIComponent(name)}?robotKind=${robotKind}`;
    const { status, text } = await faults.call('DELETE', path);
    if (status !== 200 && status !== 404) throw new Error(text);
  }
}

export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
