import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  announceRunning,
  dataFormatVersion,
  findRunning,
  openDataFolder,
  readOrMakeAdminKey,
  readOrMakeAuditKey,
  withdrawRunning,
} from './data-folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'cellwright-data-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('openDataFolder', () => {
  it('creates a missing folder and opens an existing one', () => {
    const location = join(parent, 'deep', 'data');
    expect(openDataFolder(location)).toEqual(openDataFolder(location));
  });

  it('refuses a folder of a newer version in one sentence', () => {
    writeFileSync(join(parent, 'format.json'), JSON.stringify({ formatVersion: dataFormatVersion + 1 }));
    expect(() => openDataFolder(parent)).toThrow(/newer version of Cellwright.*CELLWRIGHT_DATA/s);
  });

  it('refuses a folder with other content', () => {
    writeFileSync(join(parent, 'format.json'), 'not json');
    expect(() => openDataFolder(parent)).toThrow(/is not Cellwright's/);
  });

  it('refuses a file', () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    expect(() => openDataFolder(file)).toThrow(/cannot be used/);
  });

  it('refuses a path where the kernel allows no folder', () => {
    expect(() => openDataFolder('/proc/cellwright/data')).toThrow(/cannot be used/);
  });

  it('hides the folder and its logs from other users, regardless of the umask', () => {
    const location = join(parent, 'data');
    const umask = process.umask(0);
    try {
      openDataFolder(location);
    } finally {
      process.umask(umask);
    }
    expect([modeOf(location), modeOf(join(location, 'logs'))]).toEqual([0o750, 0o750]);
  });

  it('removes permissions of other users left by an earlier start and adds none', () => {
    const { logPath } = openDataFolder(parent);
    for (const name of ['gateway.log', 'library.log']) writeFileSync(join(logPath, name), '');
    mkdirSync(join(logPath, 'kept'));
    chmodSync(parent, 0o755);
    chmodSync(logPath, 0o700);
    chmodSync(join(logPath, 'gateway.log'), 0o644);
    chmodSync(join(logPath, 'library.log'), 0o600);
    openDataFolder(parent);
    expect([modeOf(parent), modeOf(logPath)]).toEqual([0o750, 0o700]);
    expect([modeOf(join(logPath, 'gateway.log')), modeOf(join(logPath, 'library.log'))]).toEqual([0o640, 0o600]);
  });

  it('keeps one admin key readable by its user only', () => {
    const folder = openDataFolder(parent);
    const key = readOrMakeAdminKey(folder);
    expect(key).toMatch(/^cwadmin_[\w-]{43}$/);
    expect(readOrMakeAdminKey(folder)).toBe(key);
    expect(statSync(folder.adminKeyFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(folder.adminKeyFile, 'utf8').trim()).toBe(key);
  });

  it('keeps one audit key readable by its user only', () => {
    const folder = openDataFolder(parent);
    const key = readOrMakeAuditKey(folder);
    expect(key).toMatch(/^cwaudit_[\w-]{43}$/);
    expect(readOrMakeAuditKey(openDataFolder(parent))).toBe(key);
    expect(modeOf(folder.auditKeyFile)).toBe(0o600);
  });

  it('announces the address of its running cell', () => {
    const folder = openDataFolder(parent);
    const adminKey = readOrMakeAdminKey(folder);
    expect(findRunning(parent)).toBeUndefined();
    const nats = { name: 'nats', pid: 2, startTime: '20', port: 4222 };
    const running = {
      url: 'http://localhost:3000',
      httpsUrl: 'https://localhost:3443',
      pid: 1,
      startTime: '10',
      processes: [nats],
    };
    announceRunning(folder, { ...running, url: '' });
    expect(findRunning(parent), 'it does not serve yet').toBeUndefined();
    announceRunning(folder, running);
    expect(findRunning(parent)).toEqual({ ...running, adminKey });
    withdrawRunning(folder, 7);
    expect(findRunning(parent), 'another cell withdrew only its own words').toBeDefined();
    withdrawRunning(folder, 1);
    expect(findRunning(parent)).toBeUndefined();
  });
});
