// Real servers and the browser for tests: NATS, Redis and Chromium come from the system (Postgres comes with the
// packages).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { giveUp, say } from './toolchain.mjs';

const servers = [
  { command: 'nats-server', debianPackage: 'nats-server' },
  { command: 'redis-server', debianPackage: 'redis-server' },
  // Chromium without windows takes a quarter of the processor time for each page. CHROMIUM replaces it.
  { command: process.env.CHROMIUM ?? 'chromium-headless-shell', debianPackage: 'chromium-headless-shell' },
];

export function ensureTestServers() {
  const missing = servers.filter(({ command }) => !isOnPath(command));
  if (missing.length === 0) return;
  const names = missing.map(({ debianPackage }) => debianPackage);
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !isOnPath('apt-get')) {
    giveUp(
      `The tests need ${names.join(' and ')} on the PATH. On Debian or Ubuntu: sudo apt-get install ${names.join(' ')}`,
    );
  }
  say(`Installing ${names.join(' and ')}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 2, 2], env });
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    stdio: ['ignore', 2, 2],
    env,
  });
  if (status !== 0 || servers.some(({ command }) => !isOnPath(command))) {
    giveUp(`Could not install ${names.join(' and ')}. Install them by hand and run npm test again.`);
  }
}

function isOnPath(command) {
  if (isAbsolute(command)) return existsSync(command);
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].some(
    (folder) => folder && existsSync(join(folder, command)),
  );
}
