import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  type CommandEnvelope,
  type ControllerLogEntry,
  connectController,
  encodeCommand,
  frameOf,
  type RobotDriver,
} from '@cellwright/controller-link';
import { loadConfig, silentLogger } from '@cellwright/service-kit';
import { anyCaller, anyProof } from '@cellwright/service-kit/testing/peers';
import { onTestFinished } from 'vitest';
import { build, configSchema } from './app.ts';
import { machineClock } from './machine-clock.ts';

/** Starts a controller on a real socket that ends with the test. */
export async function startController(env: Readonly<Record<string, string>> = {}) {
  const app = build({
    config: loadConfig(configSchema, env),
    callers: anyCaller,
    clock: machineClock,
    log: silentLogger,
  });
  const { port } = await app.start();
  onTestFinished(() => app.stop());
  return { app, port };
}

/** Connects a driver to a controller and closes it with the test. @throws when the controller refuses it. */
export async function connectDriver(
  port: number,
  options: { readonly takesCommand?: boolean; readonly commander?: string; readonly epoch?: number } = {},
): Promise<RobotDriver> {
  const result = await connectController({
    host: '127.0.0.1',
    port,
    clock: machineClock,
    commander: 'test',
    proof: anyProof,
    ...options,
  });
  if (!result.ok) throw new Error(result.reason);
  const { driver } = result;
  onTestFinished(() => driver.close());
  return driver;
}

/** Polls until the condition holds; the limit is generous because the machine may be busy. */
export async function until(condition: () => boolean, limitMS = 30_000): Promise<void> {
  const deadline = machineClock.now() + limitMS;
  while (!condition()) {
    if (machineClock.now() > deadline) throw new Error(`the condition did not hold within ${limitMS} ms`);
    await machineClock.sleep(2);
  }
}

/** Returns all log entries. */
export async function readLog(driver: RobotDriver): Promise<ControllerLogEntry[]> {
  const all: ControllerLogEntry[] = [];
  for (;;) {
    const page = await driver.getLog({ after: all.at(-1)?.index ?? -1, limit: 1000 });
    if (page === null) throw new Error('the connection is closed');
    all.push(...page.entries);
    if (page.entries.length === 0 || (all.at(-1)?.index ?? -1) >= page.newest) return all;
  }
}

/** A connection that sends exactly the given bytes. */
export class RawLine {
  readonly socket: Socket;
  received = 0;
  isClosed = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.received += chunk.length;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
    });
  }

  static async open(port: number): Promise<RawLine> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    onTestFinished(() => void socket.destroy());
    return new RawLine(socket);
  }

  write(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  say(command: CommandEnvelope['command'], epoch = 0): void {
    this.write(frameOf(encodeCommand({ sequence: 1, epoch, command })));
  }
}
