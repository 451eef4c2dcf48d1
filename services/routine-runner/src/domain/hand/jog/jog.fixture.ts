import { defaultArm } from '@cellwright/arm';
import type { JointAngles } from '@cellwright/domain/robot';
import { bareFlange } from '../../arm/current-tool.ts';
import { emptySurroundings, type Surroundings } from '../../arm/surroundings.ts';
import type { ToolModel } from '../../planner.ts';
import type { JogCommand } from './jog-motion.ts';
import { createJogResolver } from './jog-resolver.ts';

/** Seconds between velocities. */
export const period = 0.02;

export const longTool: ToolModel = {
  ...bareFlange,
  name: 'Claw',
  tcp: { x: 0, y: 0, z: 0.2, i: 0, j: 0, k: 0, w: 1 },
  boxes: [{ pose: { x: 0, y: 0, z: 0.1, i: 0, j: 0, k: 0, w: 1 }, size: [0.08, 0.08, 0.2] }],
};

export function sixOf(values: readonly number[]): JointAngles {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
  return [a, b, c, d, e, f];
}

/** Jogs an arm that follows exactly, and releases it for the last second. */
export function jogFor(
  seconds: number,
  command: JogCommand,
  start: JointAngles,
  tool: ToolModel = bareFlange,
  surroundings: Surroundings = emptySurroundings,
  model = defaultArm,
) {
  const resolver = createJogResolver(
    model,
    () => tool,
    () => surroundings,
  );
  resolver.reset();
  let joints = start;
  let moving: JointAngles = [0, 0, 0, 0, 0, 0];
  const steps: { joints: JointAngles; velocities: JointAngles }[] = [];
  /** Reasons why the arm did not follow its command, in order. */
  const reasons: string[] = [];
  for (let time = 0; time < seconds + 1; time += period) {
    const arm = { positions: joints, velocities: moving };
    const velocities = resolver.resolve(time < seconds ? command : undefined, arm, period);
    moving = velocities;
    const { heldBy } = resolver;
    if (heldBy !== undefined && heldBy !== reasons.at(-1)) reasons.push(heldBy);
    steps.push({ joints, velocities });
    joints = sixOf(joints.map((angle, joint) => angle + (velocities[joint] ?? 0) * period));
  }
  return { steps, end: joints, reasons, heldBy: resolver.heldBy };
}
