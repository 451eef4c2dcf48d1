import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const launcher = fileURLToPath(new URL('./launch.mjs', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-launch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const helpers = `
import { appendFileSync, existsSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const { RELEASES_FOLDER: folder, BUILD_ID: build } = process.env;
const at = (name) => join(folder, name);
appendFileSync(at('starts'), build + '\\n');
const select = (name) => { symlinkSync('releases/' + name, at('current.test')); renameSync(at('current.test'), at('current')); };
`;

function addRelease(build: string, program: string): void {
  mkdirSync(join(folder, 'releases', build, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'releases', build, 'scripts', 'start.mjs'), helpers + program);
}

async function launch(build: string) {
  symlinkSync(join('releases', build), join(folder, 'current'));
  const child = spawn(process.execPath, [launcher, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (chunk) => (text += chunk));
  const [code] = await once(child, 'close');
  const starts = readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n');
  return { code, text, starts, selected: readlinkSync(join(folder, 'current')) };
}

describe('scripts/launch.mjs', () => {
  it('starts the build that was selected, and ends with it', async () => {
    addRelease('1.0', `select('2.0');`);
    addRelease('2.0', `writeFileSync(at('committed'), build);`);
    expect(await launch('1.0')).toMatchObject({ code: 0, starts: ['1.0', '2.0'], selected: 'releases/2.0' });
  });

  it('returns to the committed build when the new one does not start, and names it', async () => {
    addRelease('1.0', `if (!existsSync(at('failed-start'))) select('2.0');`);
    addRelease('2.0', 'process.exit(3);');
    const result = await launch('1.0');
    expect(result).toMatchObject({ code: 0, starts: ['1.0', '2.0', '2.0', '1.0'], selected: 'releases/1.0' });
    expect(readFileSync(join(folder, 'failed-start'), 'utf8')).toBe('2.0');
    expect(result.text).toContain('The new build 2.0 ended with 3 before it was committed (2 of 2)');
  });

  it('starts a committed build again after a crash', async () => {
    addRelease(
      '1.0',
      `if (!existsSync(at('crashed'))) { writeFileSync(at('crashed'), ''); process.kill(process.pid, 'SIGKILL'); }`,
    );
    expect(await launch('1.0')).toMatchObject({ code: 0, starts: ['1.0', '1.0'] });
  });
});
