import type { Engine } from './engine.ts';
import { servicesOfTheRepository } from './service-images.ts';

const emptyFolders = `for (const folder of ['/usr/bin', '/usr/sbin', '/bin', '/sbin'])
  for (const name of fs.readdirSync(folder)) fs.rmSync(folder + '/' + name, { recursive: true, force: true });`;

/**
 * Creates from each service's image one without a shell or any other program but Node.js, under the same name and
 * another tag. The stack runs on these: everything that needs a shell tool fails there.
 */
export async function makeBareImages(engine: Engine, tag: string, bareTag: string): Promise<void> {
  for (const service of servicesOfTheRepository()) {
    const image = `cellwright/${service}`;
    const file = [
      `FROM ${image}:${tag}`,
      'USER 0',
      `RUN ${JSON.stringify(['node', '-e', emptyFolders.replace(/\s+/g, ' ')])}`,
      'USER 10001:10001',
    ].join('\n');
    await engine.docker(['build', '--network=none', '--tag', `${image}:${bareTag}`, '-'], {
      ...{ input: `${file}\n`, withinMS: 120_000 },
    });
  }
}
