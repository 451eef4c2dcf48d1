// Builds the image of every service with the Dockerfile, and checks its size on top of its base and its start.
import { existsSync, readdirSync } from 'node:fs';
import * as z from 'zod';
import type { Engine } from './engine.ts';
import { round } from './report.ts';

/** Maximum size of an image on top of its base, MB. */
const limitMB = 120;

export interface ServiceImages {
  readonly overBaseMB: Readonly<Record<string, number>>;
  readonly baseMB: number;
  readonly limitMB: number;
  readonly buildSeconds: Readonly<Record<string, number>>;
  readonly [figure: string]: unknown;
}

const inspectedSchema = z.array(
  z.object({
    Size: z.number(),
    Config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      Labels: z.record(z.string(), z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
);

export interface ServiceImageOptions {
  readonly base: string;
  readonly tag: string;
  readonly say: (text: string) => void;
}

/**
 * Builds and checks the images.
 * @throws Error naming the image that is too large, or starts differently.
 */
export async function buildServiceImages(engine: Engine, options: ServiceImageOptions): Promise<ServiceImages> {
  const { base, tag, say } = options;
  const baseBytes = await sizeOf(engine, base);
  const overBaseMB: Record<string, number> = {};
  const buildSeconds: Record<string, number> = {};
  const problems: string[] = [];
  for (const service of servicesOfTheRepository()) {
    const startedAt = performance.now();
    const image = `cellwright/${service}:${tag}`;
    await engine.docker([...buildArguments(base), '--build-arg', `SERVICE=${service}`, '--tag', image, '.'], {
      withinMS: 900_000,
    });
    buildSeconds[service] = round((performance.now() - startedAt) / 1000);
    overBaseMB[service] = round(((await sizeOf(engine, image)) - baseBytes) / 1e6);
    problems.push(...(await judge(engine, image, service, overBaseMB[service])));
    say(`  ${service}: ${overBaseMB[service]} MB over the base, after ${buildSeconds[service]} s`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { baseMB: round(baseBytes / 1e6), overBaseMB, limitMB, buildSeconds };
}

export function servicesOfTheRepository(): string[] {
  return readdirSync('services').sort();
}

function buildArguments(base: string): string[] {
  // Behind an intercepting proxy: its certificate, and the settings of npm.
  const { NODE_EXTRA_CA_CERTS: ca, CONTAINERS_NPMRC: npmrc } = process.env;
  const given = Object.entries({ ca, npmrc }).flatMap(([id, file]) =>
    file && existsSync(file) ? ['--secret', `id=${id},src=${file}`] : [],
  );
  return ['build', '--network=host', '--build-arg', `BASE_IMAGE=${base}`, ...given];
}

async function sizeOf(engine: Engine, image: string): Promise<number> {
  return Number(await engine.docker(['image', 'inspect', '--format', '{{.Size}}', image]));
}

async function judge(engine: Engine, image: string, service: string, addedMB: number): Promise<string[]> {
  const [inspected] = inspectedSchema.parse(JSON.parse(await engine.docker(['image', 'inspect', image])));
  if (!inspected) return [`${image} is not there`];
  const { User, Env, Entrypoint, Cmd, Labels, Healthcheck } = inspected.Config;
  const rules: readonly (readonly [boolean, string])[] = [
    [addedMB <= limitMB, `adds ${addedMB} MB to its base, more than ${limitMB}`],
    [/^[1-9]\d*:[1-9]\d*$/.test(User), `runs as '${User}', which is not a user by number`],
    [Entrypoint.join(' ') === 'node', `starts ${Entrypoint.join(' ')}`],
    [Cmd.join(' ') === 'dist/main.js', `is told to do ${Cmd.join(' ')}`],
    [Healthcheck.Test[0] === 'CMD', 'asks for its health through a shell'],
    [Env.includes(`SERVICE=${service}`), 'does not know which service it is'],
    [Labels['org.opencontainers.image.title'] === `cellwright-${service}`, 'has no title among its labels'],
  ];
  return rules.flatMap(([holds, problem]) => (holds ? [] : [`${image} ${problem}`]));
}
