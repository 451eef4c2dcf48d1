// Third-party Python programs used by tests, each in a separate virtual environment. Versions are pinned in a
// requirements file beside the tests.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, root, say } from './toolchain.mjs';

/** They use `str | None` in their signatures. */
const oldestPython = [3, 10];

/**
 * Sets up the public client of robot programs, with which its suite in services/cell/e2e drives a cell: the current version,
 * and for exhaustive tests the newest and the one of January, too.
 */
export function ensureRobotClients(isExhaustive) {
  for (const version of isExhaustive ? ['current', 'newest', 'january'] : ['current']) {
    const requirements = join(root, 'services', 'cell', 'e2e', 'robot-programs', 'clients', `${version}.txt`);
    ensureEnvironment({ name: `robot-client-${version}`, requirements, what: `the Python client (${version})` });
  }
}

/** Sets up third-party device protocols, for testing drivers and simulators. */
export function ensureOutsidePeers() {
  const requirements = join(root, 'services', 'equipment', 'src', 'outside', 'requirements.txt');
  ensureEnvironment({ name: 'outside-peers', requirements, what: 'the Modbus and FTP implementations in Python' });
}

/** Sets up third-party scanners and clients of EtherNet/IP, for testing external control. */
export function ensureLinePeers() {
  const requirements = join(root, 'services', 'external-control', 'src', 'outside', 'requirements.txt');
  ensureEnvironment({ name: 'line-peers', requirements, what: 'the EtherNet/IP implementations in Python' });
}

/** Sets up the reference implementation of TUF, which signs builds and attacks in tests. */
export function ensureOutsideSigner() {
  const requirements = join(root, 'services', 'software-update', 'src', 'outside', 'requirements.txt');
  ensureEnvironment({ name: 'outside-signer', requirements, what: 'python-tuf' });
}

/**
 * Creates an environment when it is missing or its versions changed. Without Python it warns clearly about tests that
 * do not run.
 */
function ensureEnvironment({ name, requirements, what }) {
  const folder = join(root, '.cache', name);
  const marker = join(folder, 'installed');
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  if (!hasPython()) {
    say(`NOT RUN: what needs ${what}. This machine has no Python ${oldestPython.join('.')} or newer.`);
    return;
  }
  say(`Installing ${what}…`);
  rmSync(folder, { recursive: true, force: true });
  runOrGiveUp('python3', ['-m', 'venv', folder], what);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r', requirements];
  runOrGiveUp(join(folder, 'bin', 'python'), pip, what);
  writeFileSync(marker, wanted);
}

function hasPython() {
  const check = `import sys, venv, ensurepip; sys.exit(sys.version_info[:2] < (${oldestPython.join(', ')}))`;
  return spawnSync('python3', ['-c', check]).status === 0;
}

function runOrGiveUp(command, args, what) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) giveUp(`Installing ${what} failed; see above. Is the package index reachable?`);
}
