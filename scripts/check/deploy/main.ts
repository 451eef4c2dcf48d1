// `npm run check:deploy`: runs every check of the deployment that this machine supports, and lists the checks that did
// not run. With --not-run it only prints this list.
import { spawnSync } from 'node:child_process';

interface Needed {
  readonly what: string;
  readonly how: string;
  readonly missing: () => string | undefined;
}

function answers(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/** Without either, the check that needs one installs Debian's if allowed. */
const isDebianRoot = () => process.getuid?.() === 0 && answers('apt-get', ['--version']);
const noEngine = () => (answers('docker', ['info']) ? undefined : 'no container engine answers to docker');
const noCluster = () =>
  answers('kubectl', ['version', '--request-timeout=5s']) ? undefined : 'no cluster answers to kubectl';

/** Requirements that only a container engine or a cluster can prove; never part of "passed". */
const elsewhere: readonly Needed[] = [
  {
    what: 'images, a routine through the compose stack, services killed, the door replaced under load',
    how: 'npm run check:containers',
    missing: () => (isDebianRoot() ? undefined : noEngine()),
  },
  {
    what: 'installing, upgrading, restoring, and pods without credentials, on a cluster of its own',
    how: 'npm run check:cluster',
    missing: () => (isDebianRoot() ? undefined : 'only root on Debian can start a node'),
  },
  { what: 'the procedures on your cluster', how: 'scripts/deploy/procedures.sh all', missing: noCluster },
  { what: 'helm test on k3d', how: 'deploy/k3d/up.sh', missing: () => noEngine() ?? noCluster() },
];

if (!process.argv.includes('--not-run')) {
  const startedAt = performance.now();
  const { status } = spawnSync(
    'npx',
    ['--no-install', 'vitest', 'run', '--project', 'service', 'scripts/check/deploy'],
    {
      stdio: 'inherit',
    },
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`check:deploy: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s`);
  process.exitCode = status ?? 1;
}
for (const { what, how, missing } of elsewhere) {
  const reason = missing() ?? 'not a part of this check, because it takes minutes';
  console.log(`NOT RUN: ${what} (${reason}). By hand: ${how}`);
}
