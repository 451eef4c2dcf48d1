// Generates a service's Prisma client offline: generating does not need the schema engine, so a no-op stands in for it
// (without one the command line would try to download it).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const manifest = createRequire(`${process.cwd()}/package.json`).resolve('prisma/package.json');
const noop = ['/bin/true', '/usr/bin/true'].find(existsSync) ?? process.execPath;
const { status, stderr, stdout } = spawnSync(
  process.execPath,
  [join(dirname(manifest), 'build', 'index.js'), 'generate', '--schema', 'prisma/schema.prisma', '--no-hints'],
  {
    encoding: 'utf8',
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: noop,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  },
);
if (status !== 0) process.stderr.write(`${stdout}\n${stderr}\n`);
process.exit(status ?? 1);
