// Shared by the commands of package.json: checks the machine, installs and builds when something changed, reports
// progress. Progress goes to stderr, so that a command's own output stays clean.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const installMarker = join(root, 'node_modules', '.cellwright-install');
const buildEnv = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };

export function say(text) {
  process.stderr.write(`${text}\n`);
}

export function giveUp(sentence) {
  say(sentence);
  process.exit(1);
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  giveUp(
    `Cellwright needs Node 20.19 or newer; this is ${process.versions.node}. Install a current Node LTS and try again.`,
  );
}

/** Installs the packages when the lock file changed since the last install. */
export function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(installMarker) && readFileSync(installMarker, 'utf8') === wanted) return;
  say('Installing packages (a minute or so the first time)…');
  // Does not use `npm ci`, which refuses the lock file if a mirror lacks the optional packages of other systems.
  run(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    'Installing the packages failed; see above. Is the package registry reachable?',
  );
  writeFileSync(installMarker, wanted);
}

/** Time after which a build is announced: most builds use only the cache and need no message. */
const quietBuildMS = 1000;

/**
 * Generates code and bundles the services; unchanged parts come from the cache. Shows the output of the build only when
 * it fails.
 */
export async function ensureBuilt(quietMS = quietBuildMS) {
  const announcement = setTimeout(() => say('Building (half a minute the first time)…'), quietMS);
  const turbo = spawn(
    join(root, 'node_modules', '.bin', 'turbo'),
    ['run', 'build', '--output-logs=errors-only', '--no-update-notifier'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: buildEnv, shell: process.platform === 'win32' },
  );
  let output = '';
  for (const stream of [turbo.stdout, turbo.stderr]) stream.on('data', (chunk) => (output += chunk));
  const failure = await new Promise((resolve) => {
    turbo.once('error', (error) => resolve(error.message));
    turbo.once('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `code ${code}`)));
  });
  clearTimeout(announcement);
  if (failure !== undefined) giveUp(`${output}\nThe build failed (${failure}); see above.`);
}

/** Runs a command in the project's root; exits with the sentence when it fails. Its output goes to stderr. */
export function run(command, args, sentenceOnFailure) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: buildEnv,
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) giveUp(error ? `${sentenceOnFailure} (${error.message})` : sentenceOnFailure);
}
