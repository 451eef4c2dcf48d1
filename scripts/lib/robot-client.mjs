// The public Python client of robot programs, in a virtual environment of its own: what its suite in services/cell/e2e drives
// a cell with. Versions are pinned in the suite's requirements file.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, root, say } from './toolchain.mjs';

const folder = join(root, '.cache', 'robot-client');
const requirements = join(root, 'services', 'cell', 'e2e', 'robot-programs', 'requirements.txt');
const marker = join(folder, 'installed');

/** The client says `str | None` in its signatures. */
const oldestPython = [3, 10];

/** Makes the environment when it is missing or its versions changed. Without Python it says loudly that the suite is not run. */
export function ensureRobotClient() {
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  if (!hasPython()) {
    say(`NOT RUN: the Python client's suite. This machine has no Python ${oldestPython.join('.')} or newer.`);
    return;
  }
  say('Installing the Python client of robot programs…');
  rmSync(folder, { recursive: true, force: true });
  runOrGiveUp('python3', ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r', requirements];
  runOrGiveUp(join(folder, 'bin', 'python'), pip);
  writeFileSync(marker, wanted);
}

function hasPython() {
  const check = `import sys, venv, ensurepip; sys.exit(sys.version_info[:2] < (${oldestPython.join(', ')}))`;
  return spawnSync('python3', ['-c', check]).status === 0;
}

function runOrGiveUp(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) giveUp('Installing the Python client failed; see above. Is the package index reachable?');
}
