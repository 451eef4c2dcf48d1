// Starts, inspects and removes the compose stack.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { BaseImages } from './base-images.ts';
import type { CommandOptions } from './commands.ts';
import type { Engine } from './engine.ts';
import { round, until } from './report.ts';

/** Permanent services of the compose file. */
export const stayingServices = [
  ...['postgres', 'nats', 'redis', 'library', 'equipment', 'identity', 'motion', 'dry-run', 'software-update'],
  ...['controller-simulated', 'controller-twin', 'routine-runner', 'gateway', 'stop-listener'],
] as const;
export type ServiceName = (typeof stayingServices)[number];

const inspectedSchema = z.object({
  Id: z.string(),
  RestartCount: z.number(),
  State: z.object({
    Pid: z.number(),
    Status: z.string(),
    StartedAt: z.string(),
    Health: z.object({ Status: z.string(), Log: z.array(z.object({ Output: z.string() })).nullable() }).optional(),
  }),
  Config: z.object({ User: z.string() }),
  HostConfig: z.object({
    ReadonlyRootfs: z.boolean(),
    CapDrop: z.array(z.string()).nullable(),
    SecurityOpt: z.array(z.string()).nullable(),
    Privileged: z.boolean(),
  }),
});
export type Inspected = z.infer<typeof inspectedSchema>;

/** Creates a value for every password and secret in a compose file, like scripts/deploy/compose-secrets.sh. */
function makeSecrets(compose: string): Record<string, string> {
  const names = [...compose.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, `p${randomBytes(24).toString('hex')}`]));
}

export class Stack {
  readonly engine: Engine;
  readonly project: string;
  readonly port: number;
  private readonly env: NodeJS.ProcessEnv;

  constructor(engine: Engine, options: { project: string; tag: string; port: number; images: BaseImages }) {
    const { project, tag, port, images } = options;
    this.engine = engine;
    this.project = project;
    this.port = port;
    this.env = {
      ...{ TAG: tag, PORT: String(port) },
      ...makeSecrets(readFileSync('docker-compose.yml', 'utf8')),
      ...{ POSTGRES_IMAGE: images.postgres, NATS_IMAGE: images.nats, REDIS_IMAGE: images.redis },
    };
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  compose(args: readonly string[], options: CommandOptions = {}): Promise<string> {
    return this.engine.compose(args, { ...options, env: this.env });
  }

  /** Runs a command of the command line as in the compose file. @throws CommandError */
  cli(args: readonly string[], options: CommandOptions = {}): Promise<string> {
    return this.compose(['run', '--rm', '-T', '--no-deps', 'cli', ...args], { withinMS: 120_000, ...options });
  }

  /** Starts all services and waits until they are healthy; returns the seconds. */
  async up(): Promise<{ readonly [figure: string]: unknown; upSeconds: number }> {
    const startedAt = performance.now();
    await this.compose(['up', '--detach', '--no-build'], { withinMS: 300_000 });
    for (const service of stayingServices) await this.untilHealthy(service, 120_000);
    await this.untilReady(60_000);
    return {
      upSeconds: round((performance.now() - startedAt) / 1000),
      url: this.url,
      services: stayingServices.length,
    };
  }

  async untilHealthy(service: ServiceName, withinMS: number): Promise<Inspected> {
    return await until(
      async () => {
        const inspected = await this.inspect(service);
        return inspected?.State.Health?.Status === 'healthy' ? inspected : undefined;
      },
      { withinMS, sentence: `${service} is not healthy` },
    );
  }

  async untilReady(withinMS: number): Promise<void> {
    const ask = async () => {
      const answer = await fetch(`${this.url}/health/ready`, { signal: AbortSignal.timeout(2000) }).catch(
        () => undefined,
      );
      return answer?.ok || undefined;
    };
    await until(ask, { withinMS, sentence: 'the door is not ready' });
  }

  /** Returns a service's current container; undefined when there is none. */
  async inspect(service: ServiceName): Promise<Inspected | undefined> {
    const filters = [`label=com.docker.compose.project=${this.project}`, `label=com.docker.compose.service=${service}`];
    const listed = await this.engine.docker([
      'ps',
      '--all',
      '--quiet',
      ...filters.flatMap((each) => ['--filter', each]),
    ]);
    const [id] = listed.trim().split('\n');
    if (!id) return undefined;
    const [inspected] = z.array(inspectedSchema).parse(JSON.parse(await this.engine.docker(['inspect', id])));
    return inspected;
  }

  async idOf(service: ServiceName): Promise<string> {
    const inspected = await this.inspect(service);
    if (!inspected) throw new Error(`there is no container of ${service}`);
    return inspected.Id;
  }

  /**
   * Sends a signal to a service's process from outside its container: the engine would treat the end after `docker
   * kill` as wanted, and would not restart it.
   */
  async signal(service: ServiceName, signal: 'SIGKILL' | 'SIGTERM', image: string): Promise<Inspected> {
    const inspected = await this.inspect(service);
    if (!inspected || inspected.State.Pid === 0) throw new Error(`${service} does not run`);
    const script = `process.kill(${inspected.State.Pid}, '${signal}')`;
    const kill = [
      'run',
      '--rm',
      '--pid=host',
      '--user=0:0',
      '--network=none',
      '--entrypoint=node',
      image,
      '-e',
      script,
    ];
    await this.engine.docker(kill);
    return inspected;
  }

  /** Returns the end of every service's log, for a failure. */
  logs(): Promise<string> {
    return this.compose(['logs', '--no-color', '--tail=30'], { signal: undefined });
  }

  /** Removes containers, networks and volumes, including those of an interrupted start. */
  async down(): Promise<void> {
    await this.compose(['down', '--volumes', '--remove-orphans', '--timeout=5'], {
      signal: undefined,
      withinMS: 180_000,
    });
  }
}
