// Rules for deployment files other than the chart: the Dockerfile, compose, the procedures and the pages that quote
// them.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { renderChartReadme } from '../../docs/chart.ts';
import { chart } from './helm.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8');
/** Instructions with their continuation lines joined, without comments. */
const instructions = dockerfile
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '');
const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));

describe('the Dockerfile', () => {
  test('needs no syntax from a registry and takes every stage from one base', () => {
    expect(dockerfile).not.toMatch(/^# syntax=/m);
    for (const line of instructions.filter((each) => each.startsWith('FROM '))) {
      expect(line).toMatch(/^FROM \$\{BASE_IMAGE\}( AS [a-z]+)?$/);
    }
    const [, major] = /^ARG BASE_IMAGE=node:(\d+)-[a-z]+-slim$/.exec(instructions[0] ?? '') ?? [];
    // A line with long-term support that is not past its end.
    expect(Number(major)).toBeGreaterThanOrEqual(24);
    expect(Number(major) % 2).toBe(0);
  });

  test('runs nothing in the last stage and copies only collected files', () => {
    expect(lastStage.filter((line) => /^(RUN|ADD)\b/.test(line))).toEqual([]);
    expect(lastStage.filter((line) => line.startsWith('COPY'))).toEqual(['COPY --from=build /out /app']);
  });

  test('ends as a numeric user, with commands that need no shell, and a health check', () => {
    expect(lastStage.findLast((line) => line.startsWith('USER'))).toMatch(/^USER [1-9]\d*:[1-9]\d*$/);
    const commands = lastStage.filter((line) => /^(ENTRYPOINT|CMD|HEALTHCHECK)/.test(line));
    expect(commands).toHaveLength(3);
    for (const line of commands) expect(line).toMatch(/\[("[^"]+"(, )?)+\]$/);
  });

  test('has the labels of the Open Container Initiative', () => {
    for (const label of ['title', 'description', 'version', 'revision']) {
      expect(dockerfile).toContain(`org.opencontainers.image.${label}=`);
    }
  });

  test('keeps registries, certificates and tokens out of the image', () => {
    expect(dockerfile).not.toMatch(/https?:\/\/|_auth|ARG .*(TOKEN|PASSWORD|PROXY)/i);
  });
});

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      build: z.object({ context: z.string(), args: z.object({ SERVICE: z.string() }) }).optional(),
      healthcheck: z.unknown().optional(),
      ports: z.array(z.string()).optional(),
    }),
  ),
});

describe('the compose file', () => {
  const { services } = composeSchema.parse(parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }));

  test('builds every service of a cell', () => {
    const built = Object.values(services).flatMap(({ build }) => (build ? [build.args.SERVICE] : []));
    // The hub of a fleet is no part of a cell.
    const ofTheCell = readdirSync('services').filter((name) => name !== 'hub');
    expect(built.sort()).toEqual(ofTheCell.sort());
  });

  test('has the same versions of the stores as the chart, each with a health check', () => {
    const values = z.record(z.string(), z.unknown()).parse(parse(readFileSync(`${chart}/values.yaml`, 'utf8')));
    for (const store of ['postgres', 'nats', 'redis']) {
      const { image } = z.object({ image: z.object({ repository: z.string(), tag: z.string() }) }).parse(values[store]);
      expect(services[store]?.image).toContain(`:-${image.repository}:${image.tag}}`);
      expect(services[store]?.healthcheck).toBeDefined();
    }
  });

  test('runs no store as root', () => {
    expect(services.nats?.user).toBe('10001:10001');
    expect(services.redis?.user).toBe('10001:10001');
    // The image of Postgres changes to its own user, and the server refuses root.
    expect(services.postgres?.user).toBeUndefined();
    expect(services.nats?.depends_on).toEqual({ 'nats-data': { condition: 'service_completed_successfully' } });
    expect(services['nats-data']).toMatchObject({ user: '0:0', volumes: services.nats?.volumes });
  });

  test('publishes only the gateway, the stop listener and external control, on loopback', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(published).toEqual([
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compose's own variable
      'gateway 127.0.0.1:${PORT:-3000}:3000',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compose's own variable
      'stop-listener 127.0.0.1:${STOP_PORT:-3001}:3001',
      ...['44818:44818', '44818:44818/udp', '2222:2222/udp', '502:5020', '4840:4840'].map(
        (ports) => `external-control $\{LINE_ADDRESS:-127.0.0.1}:${ports}`,
      ),
    ]);
  });
});

describe('pages about the deployment', () => {
  const script = readFileSync('scripts/deploy/procedures.sh', 'utf8');
  const page = readFileSync('docs/install-and-operate.md', 'utf8');
  const procedures = [
    'make_secret',
    'install_cell',
    'install_fleet',
    'upgrade',
    'roll_back',
    'back_up',
    'restore',
    'rotate_secrets',
  ];

  const readProcedure = (name: string) =>
    new RegExp(`^${name}\\(\\) \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(script)?.[1] ?? expect.fail(`${name} is missing`);

  test.each(procedures)('quote %s like the script', (name) => {
    expect(page).toContain(`\`\`\`sh\n# ${name}\n${readProcedure(name).replace(/^ {2}/gm, '')}\`\`\``);
  });

  test('rotate every key of the secret but those that verify older data', () => {
    const keys = [...readProcedure('make_secret').matchAll(/--from-literal=([a-z][a-z-]*)="/g)].map(
      ([, key]) => key ?? '',
    );
    const rotated = readProcedure('rotate_secrets');
    const notRotated = keys.filter((key) => !new RegExp(`[ "\\\\]${key}[ "\\\\]`).test(rotated));
    expect(notRotated.sort()).toEqual(['audit-key', 'person-key', 'person-public-keys']);
  });

  test('list the values of the chart; npm run docs writes them', () => {
    expect(readFileSync(`${chart}/README.md`, 'utf8')).toBe(renderChartReadme());
  });
});
