// Lints the contracts, and after a release refuses changes that would break its clients.
import { spawnSync } from 'node:child_process';

const buf = (args) => {
  const { status } = spawnSync('npx', ['--no-install', 'buf', ...args], { cwd: 'proto', stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

buf(['lint']);
const { stdout } = spawnSync('git', ['tag', '--list', 'v[0-9]*', '--sort=-version:refname'], { encoding: 'utf8' });
const [release] = (stdout ?? '').split('\n').filter(Boolean);
if (release) buf(['breaking', '--against', `../.git#tag=${release},subdir=proto`]);
