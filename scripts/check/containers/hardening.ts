// Checks from the inside that containers match the compose file: their user, and its writable places.
import * as z from 'zod';
import type { Inspected, ServiceName, Stack } from './stack.ts';

const stores: readonly ServiceName[] = ['postgres', 'nats', 'redis'];

const insideSchema = z.object({ uid: z.number(), writes: z.record(z.string(), z.string()), programs: z.number() });

/** Prints its user, the result of writing files in each place, and the number of programs besides Node.js. */
const askInside = `
  const fs = require('node:fs');
  const write = (folder) => {
    try {
      fs.writeFileSync(folder + '/probe', ''); fs.unlinkSync(folder + '/probe'); return 'written';
    } catch (error) { return error.code; }
  };
  const folders = ['/', '/app', '/etc', process.cwd(), '/tmp'];
  const programs = ['/bin', '/sbin', '/usr/bin', '/usr/sbin'].flatMap((folder) => fs.readdirSync(folder)).length;
  console.log(JSON.stringify({ uid: process.getuid(), writes: Object.fromEntries(folders.map((f) => [f, write(f)])), programs }));
`;

/**
 * Checks all containers.
 * @throws Error with every problem.
 */
export async function checkHardening(stack: Stack, services: readonly ServiceName[]): Promise<{ containers: number }> {
  const problems: string[] = [];
  const own = services.filter((service) => !stores.includes(service));
  for (const service of own) {
    const inspected = await stack.inspect(service);
    if (!inspected) throw new Error(`there is no container of ${service}`);
    const said = await stack.engine.docker(['exec', inspected.Id, 'node', '-e', askInside]);
    const found = [...judgeOutside(inspected), ...judgeInside(insideSchema.parse(JSON.parse(said)))];
    problems.push(...found.map((problem) => `${service}: ${problem}`));
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { containers: own.length };
}

function judgeOutside({ HostConfig, Config }: Inspected): string[] {
  const rules: readonly (readonly [boolean, string])[] = [
    [HostConfig.ReadonlyRootfs, 'its root can be written to'],
    [(HostConfig.CapDrop ?? []).includes('ALL'), 'it keeps capabilities'],
    [(HostConfig.SecurityOpt ?? []).some((each) => each.startsWith('no-new-privileges')), 'it may gain privileges'],
    [!HostConfig.Privileged, 'it is privileged'],
    [/^[1-9]\d*:[1-9]\d*$/.test(Config.User), `its user is '${Config.User}'`],
  ];
  return rules.flatMap(([holds, problem]) => (holds ? [] : [problem]));
}

function judgeInside({ uid, writes, programs }: z.infer<typeof insideSchema>): string[] {
  const { '/tmp': temporary, ...others } = writes;
  return [
    ...(uid === 0 ? ['it runs as root'] : []),
    ...(temporary === 'written' ? [] : [`/tmp cannot be written to (${temporary})`]),
    ...Object.entries(others).flatMap(([folder, outcome]) => (outcome === 'EROFS' ? [] : [`${folder}: ${outcome}`])),
    ...(programs === 0 ? [] : [`it has ${programs} programs beside Node.js`]),
  ];
}
