import type { ToolLimits } from './tool-travel.ts';

/** A tool on the first two joints, of arms of 0.6 and 0.5 m. */
const planarPosition = ([a = 0, b = 0]: readonly number[]) => [
  0.6 * Math.cos(a) + 0.5 * Math.cos(a + b),
  0.6 * Math.sin(a) + 0.5 * Math.sin(a + b),
  0,
];

export function planarSpeed(positions: ArrayLike<number>, velocities: ArrayLike<number>): number {
  const [a, b] = [positions[0] ?? 0, positions[1] ?? 0];
  const [da, db] = [velocities[0] ?? 0, velocities[1] ?? 0];
  return Math.hypot(
    -0.6 * Math.sin(a) * da - 0.5 * Math.sin(a + b) * (da + db),
    0.6 * Math.cos(a) * da + 0.5 * Math.cos(a + b) * (da + db),
  );
}

/** Returns a speed limit for that tool, m/s, with the arm so that it holds everywhere. */
export function planarTool(speed: number): ToolLimits {
  return { speed, position: planarPosition, arm: { speedAt: planarSpeed, levers: [1.1, 0.5, 0, 0, 0, 0] } };
}
