import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endWithThisProcess } from '@cellwright/testkit';
import type { NamedDh, PoseItem } from './ik-input.ts';

/** One pass of the peer over all poses. */
export interface KdlPass {
  readonly nanoseconds: readonly number[];
  /** 1 if it converged. */
  readonly solved: readonly number[];
  /** 1 if it converged to a posture with a copy within the limits. */
  readonly within: readonly number[];
}

/** The peer's process, kept open so that its passes can alternate with the product's. */
export interface KdlPeer {
  run(restarts: number, seed: number): Promise<KdlPass>;
  close(): void;
}

const binary = fileURLToPath(new URL('../../../.cache/peers/kdl', import.meta.url));

export const kdlBuildCommand = 'scripts/bench/motion/peers/build-kdl.sh';

export function isKdlBuilt(): boolean {
  return existsSync(binary);
}

export function startKdl(arm: NamedDh, poses: readonly PoseItem[]): KdlPeer {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-ik-'));
  const problem = join(folder, 'problem.txt');
  writeFileSync(problem, writeProblem(arm, poses));
  const child: ChildProcessWithoutNullStreams = endWithThisProcess(spawn(binary, [problem]));
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(restarts, seed) {
      child.stdin.write(`${restarts} ${seed}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error('The KDL peer ended before it answered');
      const pass: KdlPass = JSON.parse(line.value);
      return pass;
    },
    close() {
      child.stdin.end();
      rmSync(folder, { recursive: true });
    },
  };
}

function writeProblem(arm: NamedDh, poses: readonly PoseItem[]): string {
  const rows = arm.a.map((a, index) =>
    [a, arm.d[index], arm.alpha[index], arm.theta[index], arm.lower[index], arm.upper[index]].join(' '),
  );
  const items = poses.map(({ pos, quat_xyzw }) => [...pos, ...quat_xyzw].join(' '));
  return `${[...rows, items.length, ...items].join('\n')}\n`;
}
