import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cellwright-toolchain-'));
  mkdirSync(join(root, 'scripts', 'lib'), { recursive: true });
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  cpSync(fileURLToPath(new URL('./toolchain.mjs', import.meta.url)), join(root, 'scripts', 'lib', 'toolchain.mjs'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Builds a project whose turbo runs the shell text. A build is announced after a time. */
function build(turbo: string, quietMS = 60_000) {
  writeFileSync(join(root, 'node_modules', '.bin', 'turbo'), `#!/bin/sh\n${turbo}\n`, { mode: 0o755 });
  const script = `import { ensureBuilt } from './scripts/lib/toolchain.mjs'; await ensureBuilt(${quietMS}); console.log('built');`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('ensureBuilt', () => {
  it('prints nothing when there is nothing to do', () => {
    expect(build('echo "turbo 2"; echo "Packages in scope" >&2')).toEqual({ status: 0, stdout: 'built\n', stderr: '' });
  });

  it('announces a long build', () => {
    expect(build('sleep 0.5', 10).stderr).toMatch(/^Building.*…\n$/);
  });

  it('shows the error and ends the command', () => {
    const { status, stdout, stderr } = build('echo "gateway: syntax error"; exit 2');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe('gateway: syntax error\n\nThe build failed (code 2); see above.\n');
  });
});
