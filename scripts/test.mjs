// `npm test`: sets up what the tests need (packages, NATS, Redis, Chromium, the Python client of robot programs), then runs every check and every test.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureOutsidePeers, ensureRobotClient } from './lib/python-environments.mjs';
import { ensureTestServers } from './lib/test-servers.mjs';
import { checkNode, ensureBuilt, ensureInstalled, root, run, say } from './lib/toolchain.mjs';

checkNode();
ensureInstalled();
ensureTestServers();
ensureRobotClient();
ensureOutsidePeers();
await ensureBuilt();

const checks = [
  ['Lint and format', 'npm', ['run', '--silent', 'lint']],
  ['Contracts', 'npm', ['run', '--silent', 'contracts']],
  ['Types', 'npm', ['run', '--silent', 'typecheck']],
  ['Walls', 'npm', ['run', '--silent', 'walls']],
  ['First load of the web app', 'npx', ['--no-install', 'tsx', 'scripts/bench/bundle.ts']],
];
for (const [name, command, args] of checks) {
  say(`${name}…`);
  run(command, args, `${name}: failed, see above.`);
}

say('Tests…');
const report = join(root, '.cache', 'vitest.json');
mkdirSync(join(root, '.cache'), { recursive: true });
const { status } = spawnSync(
  'npx',
  [
    '--no-install',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
);
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
// The checks of the deployment are among the tests; what needs a container engine or a cluster is not.
spawnSync('npx', ['--no-install', 'tsx', 'scripts/check/deploy/main.ts', '--not-run'], { cwd: root, stdio: 'inherit' });
process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed\n`);
process.exit(status ?? 1);
