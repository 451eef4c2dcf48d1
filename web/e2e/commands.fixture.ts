import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import { cellDist, commandEnv, root } from './cell-process.fixture.ts';

/** Commands for a cell of this machine. */
export interface CellCommands {
  /** Plays a routine file on the simulated robot with the command line. */
  startRoutine(file: string): ChildProcess;
  /** Plays it with an endless main loop, until the run is stopped, however slow the test is. */
  startEndless(file: string): ChildProcess;
  /** Debugs a routine file with the command line, command by command. */
  debugRoutine(path: string): CommandLine;
  /** Kills the commands that still run. */
  stop(): void;
}

/** Debugger of the command line. */
export interface CommandLine {
  /** Enters a command; does not wait for its result. */
  enter(command: string): void;
  /** Returns everything that it has printed. */
  printed(): string;
  /** Closes its input, and resolves to its exit code. */
  leave(): Promise<unknown>;
}

export function createCellCommands(dataPath: string): CellCommands {
  const env = commandEnv(dataPath);
  const players: ChildProcess[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-routines-'));
  const play = (path: string) => {
    const player = spawn(process.execPath, [join(cellDist, 'routine.js'), 'run', path], { env, stdio: 'ignore' });
    players.push(player);
    return player;
  };
  return {
    startRoutine: (file) => play(join(root, 'examples/routines', file)),
    startEndless(file) {
      const path = join(folder, file);
      writeFileSync(path, makeEndless(readFileSync(join(root, 'examples/routines', file), 'utf8')));
      return play(path);
    },
    debugRoutine(path) {
      const args = [join(cellDist, 'routine.js'), 'debug', path, '--release-brakes'];
      const player = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
      players.push(player);
      return commandLineOf(player);
    },
    stop() {
      for (const player of players) player.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const routineFile = z.looseObject({
  routine: z.looseObject({
    mainLoopStepID: z.string(),
    stepConfigurations: z.record(z.string(), z.looseObject({ args: z.looseObject({}).optional() })),
  }),
});

/** Returns a routine file whose main loop has no count. Its places run out, so each cycle uses the first. */
function makeEndless(text: string): string {
  const file = routineFile.parse(JSON.parse(text));
  const { mainLoopStepID, stepConfigurations } = file.routine;
  stepConfigurations[mainLoopStepID] = { stepKind: 'Loop', args: {} };
  for (const { args } of Object.values(stepConfigurations)) {
    if (typeof args?.positionListIndex === 'object') args.positionListIndex = 0;
  }
  return JSON.stringify(file);
}

function commandLineOf(child: ChildProcessByStdio<Writable, Readable, Readable>): CommandLine {
  let printed = '';
  const read = (chunk: Buffer) => {
    printed += chunk;
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const exited = once(child, 'exit');
  return {
    enter: (command) => void child.stdin.write(`${command}\n`),
    printed: () => printed,
    async leave() {
      child.stdin.end();
      const [code] = await exited;
      return code;
    },
  };
}
