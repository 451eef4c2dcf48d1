import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runBuilds } from './run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-signer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const output: string[] = [];
  const code = runBuilds(args, { out: (text) => output.push(text), complain: (text) => output.push(text) });
  return { code, text: output.join('\n') };
}
const at = (name: string) => join(folder, name);

describe('npm run builds', () => {
  it('creates keys and a repository, publishes a build, refreshes and rotates', () => {
    expect(run('keys', at('keys'), '--root', '3', '--targets', '2')).toMatchObject({ code: 0 });
    expect(statSync(at('keys/root-3.pem')).mode & 0o777).toBe(0o600);
    expect(run('init', at('repo'), '--keys', at('keys'), '--root', '2', '--targets', '2')).toMatchObject({ code: 0 });
    writeFileSync(at('image.tar'), 'image');
    const manifest = {
      buildId: '1.0',
      name: 'release/1.0',
      imagesToPull: [{ name: 'cell', x86Url: 'images/1.0.tar' }],
    };
    writeFileSync(at('build.json'), JSON.stringify({ manifest, files: { 'images/1.0.tar': 'image.tar' } }));
    expect(run('publish', at('repo'), at('build.json'), '--keys', at('keys')).text).toContain('targets version 2');
    expect(run('refresh', at('repo'), '--keys', at('keys')).text).toContain('Signed the timestamp');
    expect(run('keys', at('new'))).toMatchObject({ code: 0 });
    expect(run('rotate', at('repo'), '--keys', at('new'), '--former', at('keys')).text).toBe('Signed root version 2');
    expect(run('list', at('repo')).text.split('\n')).toEqual([
      `builds/1.0.json  ${JSON.stringify(JSON.parse(readBuild())).length} bytes`,
      'images/1.0.tar  5 bytes',
    ]);
  });

  function readBuild(): string {
    const { signed } = JSON.parse(readFileSync(at('repo/metadata/2.targets.json'), 'utf8'));
    const { sha256 } = signed.targets['builds/1.0.json'].hashes;
    return readFileSync(at(`repo/targets/builds/${sha256}.1.0.json`), 'utf8');
  }

  it('never overwrites keys, and reports missing input', () => {
    run('keys', at('keys'));
    expect(run('keys', at('keys'))).toMatchObject({ code: 1, text: expect.stringContaining('never overwritten') });
    expect(run('init', at('repo'))).toMatchObject({ code: 1, text: '--keys names the folder of the keys' });
    expect(run('init', at('repo'), '--keys', at('keys'), '--root', '2').text).toContain('2 cannot sign');
    expect(existsSync(at('repo'))).toBe(false);
    expect(run('sing', at('repo'))).toMatchObject({ code: 1, text: expect.stringContaining('Unknown command sing') });
    expect(run()).toMatchObject({ code: 1, text: expect.stringContaining('as a TUF repository') });
  });
});
