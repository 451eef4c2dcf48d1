// Programs from the index of Python packages, each in a separate virtual environment: third-party programs used by tests,
// and the NATS server of a hub. Versions are pinned in requirements files.
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
  ensureEnvironment({
    name: 'outside-peers',
    requirements,
    what: 'the Modbus, FTP and EtherNet/IP implementations in Python',
  });
}

/** Sets up third-party clients of EtherNet/IP, Modbus and OPC UA, for testing external control. */
export function ensureLinePeers() {
  const requirements = join(root, 'services', 'external-control', 'src', 'outside', 'requirements.txt');
  ensureEnvironment({
    name: 'line-peers',
    requirements,
    what: 'the EtherNet/IP, Modbus and OPC UA implementations in Python',
  });
}

/** Sets up the reference implementation of TUF, which signs builds and attacks in tests. */
export function ensureOutsideSigner() {
  const requirements = join(root, 'services', 'software-update', 'src', 'outside', 'requirements.txt');
  ensureEnvironment({ name: 'outside-signer', requirements, what: 'python-tuf' });
}

/** Returns the folder of the NATS server of a hub, which it installs the first time; undefined when that fails. */
export function ensureNatsServer() {
  const requirements = join(root, 'scripts', 'lib', 'nats-server.txt');
  const environment = { name: 'nats-server', requirements, what: 'nats-server 2.15.1' };
  const { folder, isCurrent } = describeEnvironment(environment);
  return isCurrent || (hasPython() && install(environment)) ? join(folder, 'bin') : undefined;
}

/**
 * Creates an environment when it is missing or its versions changed. Without Python it warns clearly about tests that
 * do not run.
 */
function ensureEnvironment(environment) {
  if (describeEnvironment(environment).isCurrent) return;
  const { what } = environment;
  if (!hasPython()) {
    say(`NOT RUN: what needs ${what}. This machine has no Python ${oldestPython.join('.')} or newer.`);
    return;
  }
  if (!install(environment)) giveUp(`Installing ${what} failed; see above. Is the package index reachable?`);
}

function describeEnvironment({ name, requirements }) {
  const folder = join(root, '.cache', name);
  const marker = join(folder, 'installed');
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  return { folder, marker, wanted, isCurrent: existsSync(marker) && readFileSync(marker, 'utf8') === wanted };
}

/** Returns false when it fails; the reason is on stderr. */
function install(environment) {
  const { folder, marker, wanted } = describeEnvironment(environment);
  say(`Installing ${environment.what}…`);
  rmSync(folder, { recursive: true, force: true });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'];
  const isInstalled =
    succeeds('python3', ['-m', 'venv', folder]) &&
    succeeds(join(folder, 'bin', 'python'), [...pip, '-r', environment.requirements]);
  if (isInstalled) writeFileSync(marker, wanted);
  return isInstalled;
}

function hasPython() {
  const check = `import sys, venv, ensurepip; sys.exit(sys.version_info[:2] < (${oldestPython.join(', ')}))`;
  return spawnSync('python3', ['-c', check]).status === 0;
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0;
}
