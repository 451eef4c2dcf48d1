// Copies only the files required for an install of the packages: manifests, the lock file, the settings of npm.
import { cpSync, globSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Say where to: copy-manifests.mjs FOLDER');
const files = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  ...globSync('{proto,web,packages/*,services/*}/package.json'),
];
for (const file of files) {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  cpSync(file, join(target, file));
}
