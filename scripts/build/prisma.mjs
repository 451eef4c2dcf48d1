// Generates a service's Prisma client offline: the schema engine is not needed to generate, so a no-op stands in for it.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('prisma', ['generate', '--schema', 'prisma/schema.prisma', '--no-hints'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
});
process.exit(status ?? 1);
