// Container engine: the one that runs on this machine, or Debian's, started for this check only.
import { existsSync } from 'node:fs';
import { type CommandOptions, run, succeeds } from './commands.ts';
import { startDaemon } from './own-daemon.ts';
import { ensurePackages } from './packages.ts';
import { NotRun } from './report.ts';

export interface Engine {
  /** Runs docker and returns its output. @throws CommandError */
  docker(args: readonly string[], options?: CommandOptions): Promise<string>;
  /** Runs docker compose on the file of the repository. @throws CommandError */
  compose(args: readonly string[], options?: CommandOptions): Promise<string>;
  /** Name and version for the report. */
  readonly version: string;
  /** True if it ends with this check, including its data. */
  readonly isOwn: boolean;
  /** Ends it if it belongs to this check. */
  stop(): Promise<void>;
}

export interface EngineOptions {
  readonly signal: AbortSignal;
  /** Name of the project, and tag of the images. */
  readonly project: string;
  readonly say: (text: string) => void;
}

/**
 * Finds or starts an engine.
 * @throws NotRun when that is not possible.
 */
export async function findEngine(options: EngineOptions): Promise<Engine> {
  return (await useRunning(options)) ?? (await startOwn(options));
}

async function useRunning(options: EngineOptions): Promise<Engine | undefined> {
  const docker = 'docker';
  if (!(await succeeds(docker, ['info']))) return undefined;
  const compose = await findCompose(docker, process.env);
  if (!compose || !(await canBuild(docker))) return undefined;
  return await describe({ docker, compose, env: process.env, isOwn: false, stop: async () => undefined }, options);
}

/**
 * True if BuildKit is available: formerly a part of dockerd that its client still supports, today a plugin of the
 * client.
 */
async function canBuild(docker: string): Promise<boolean> {
  if (await succeeds(docker, ['buildx', 'version'])) return true;
  const client = await run(docker, ['version', '--format', '{{.Client.Version}}']);
  return Number(client.split('.')[0]) < 23;
}

async function startOwn(options: EngineOptions): Promise<Engine> {
  await ensurePackages(['docker.io', 'iptables', 'docker-compose'], ['/usr/sbin/dockerd', '/usr/bin/docker'], options);
  // Debian's client: another client on the PATH may be unable to build.
  const docker = '/usr/bin/docker';
  const daemon = await startDaemon(options);
  const env = { ...process.env, DOCKER_HOST: daemon.host, DOCKER_BUILDKIT: '1' };
  const compose = await findCompose(docker, env);
  if (!compose) {
    await daemon.stop();
    throw new NotRun('there is no docker compose, and none could be installed');
  }
  return await describe({ docker, compose, env, isOwn: true, stop: daemon.stop }, options);
}

async function findCompose(docker: string, env: NodeJS.ProcessEnv): Promise<readonly string[] | undefined> {
  if (await succeeds(docker, ['compose', 'version'], { env })) return [docker, 'compose'];
  const standalone = existsSync('/usr/bin/docker-compose') ? '/usr/bin/docker-compose' : 'docker-compose';
  return (await succeeds(standalone, ['version'], { env })) ? [standalone] : undefined;
}

interface Found {
  readonly docker: string;
  readonly compose: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly isOwn: boolean;
  readonly stop: () => Promise<void>;
}

async function describe(found: Found, { signal, project }: EngineOptions): Promise<Engine> {
  const { docker, env, isOwn, stop } = found;
  const [composeCommand = docker, ...composeArgs] = found.compose;
  const ask = (args: readonly string[], options: CommandOptions = {}) =>
    run(docker, args, { signal, ...options, env: { ...env, ...options.env } });
  const version = (await ask(['version', '--format', '{{.Server.Version}}'])).trim();
  return {
    docker: ask,
    compose: (args, options = {}) =>
      run(composeCommand, [...composeArgs, '--project-name', project, ...args], {
        ...{ signal, ...options },
        env: { ...env, ...options.env },
      }),
    ...{ version, isOwn, stop },
  };
}
