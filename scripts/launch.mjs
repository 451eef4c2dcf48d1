// Runs the selected release of a folder, and starts the new release when the selection changes: `node
// scripts/launch.mjs FOLDER`. FOLDER has `releases/<build>` and the link `current`. A new build that ends twice before
// it was committed, or is not committed within ten minutes, is given up: the last committed build runs again.
import { spawn } from 'node:child_process';
import { readFileSync, readlinkSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const maxFailures = 2;
const trialMS = 600_000;
const crashDelayMS = 1000;

/** Runs releases until one ends by itself or by a signal. Returns the exit code. */
export async function launch(folder, { env = process.env, say = (text) => process.stderr.write(`${text}\n`) } = {}) {
  const place = (name) => join(folder, name);
  const readSelected = () => basename(readlinkSync(place('current')));
  const readCommitted = () => readText(place('committed'));
  if (readCommitted() === undefined) writeFileSync(place('committed'), readSelected());
  const control = { isStopping: false, child: undefined };
  const onSignal = (signal) => {
    control.isStopping = true;
    control.child?.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  try {
    for (let failures = 0; ; ) {
      const build = readSelected();
      const code = await runBuild({ folder, build, env, control, isCommitted: () => readCommitted() === build });
      if (control.isStopping) return code;
      if (readSelected() !== build) {
        failures = 0;
        continue;
      }
      const former = readCommitted();
      if (former === build) {
        if (code === 0) return 0;
        say(`The build ${build} ended with ${code}; it is started again`);
        await delay(crashDelayMS);
        continue;
      }
      failures += 1;
      say(`The new build ${build} ended with ${code} before it was committed (${failures} of ${maxFailures})`);
      if (failures < maxFailures) continue;
      writeFileSync(place('failed-start'), build);
      select(folder, former);
      failures = 0;
      say(`The build ${former} runs again`);
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, onSignal);
  }
}

async function runBuild({ folder, build, env, control, isCommitted }) {
  const program = join(folder, 'releases', build, 'scripts', 'start.mjs');
  const child = spawn(process.execPath, ['--max-semi-space-size=2', program], {
    cwd: join(folder, 'releases', build),
    env: { ...env, RELEASES_FOLDER: folder, BUILD_ID: build },
    stdio: 'inherit',
  });
  control.child = child;
  const trial = setTimeout(() => {
    if (!isCommitted()) child.kill('SIGTERM');
  }, trialMS);
  const code = await new Promise((done) => {
    child.once('error', () => done(1));
    child.once('close', (exitCode, signal) => done(exitCode ?? signal ?? 1));
  });
  clearTimeout(trial);
  return code;
}

function select(folder, build) {
  const link = join(folder, 'current.new');
  rmSync(link, { force: true });
  symlinkSync(join('releases', build), link);
  renameSync(link, join(folder, 'current'));
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    process.stderr.write('Name the folder of releases: node scripts/launch.mjs FOLDER\n');
    process.exit(1);
  }
  const code = await launch(resolve(folder));
  process.exit(typeof code === 'number' ? code : 1);
}
