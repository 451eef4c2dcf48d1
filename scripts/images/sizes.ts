// Measures the size of each service's image on top of its base, in MB: npx tsx scripts/images/sizes.ts. Build first
// (npm run build). Measures the folder that the Dockerfile copies, so it needs no container engine. Exits with 1 beyond
// the limit.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const limitMB = 120;
const folder = mkdtempSync(join(tmpdir(), 'cellwright-images-'));
try {
  for (const service of readdirSync('services')) {
    const target = join(folder, service);
    const { status, stderr } = spawnSync('node', ['scripts/images/collect.mjs', service, target], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${service} cannot be collected: ${stderr}`);
    const sizeMB = bytesOf(target) / 1e6;
    if (sizeMB > limitMB) process.exitCode = 1;
    console.log(
      `${service.padEnd(16)} ${sizeMB.toFixed(1).padStart(6)} MB over the base${sizeMB > limitMB ? ', too much' : ''}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function bytesOf(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
