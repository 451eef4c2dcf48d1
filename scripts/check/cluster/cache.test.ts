import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checksumsFile, findMissing, kubernetesVersion, openCache, sha256 } from './cache.ts';

describe('findMissing', () => {
  let parent = '';
  const programs = ['etcd', 'kube-apiserver'] as const;
  const open = () => openCache({ CLUSTER_CACHE: parent });

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'cluster-cache-'));
    const cache = open();
    for (const program of programs) {
      mkdirSync(dirname(cache.pathOf(program)), { recursive: true });
      writeFileSync(cache.pathOf(program), `the program ${program}`);
    }
    const checksums = Object.fromEntries(programs.map((program) => [program, sha256(cache.pathOf(program))]));
    writeFileSync(checksumsFile(cache), JSON.stringify(checksums));
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  it('returns nothing when all programs are as they were stored', () => {
    expect(findMissing(open(), programs)).toEqual([]);
  });

  it('returns programs that were never stored, also in an empty cache', () => {
    expect(findMissing(open(), [...programs, 'kubelet'])).toEqual(['kubelet']);
    expect(findMissing(openCache({ CLUSTER_CACHE: join(parent, 'other') }), programs)).toEqual([...programs]);
  });

  it('returns a program that changed, and one whose build did not end', () => {
    const cache = open();
    writeFileSync(cache.pathOf('etcd'), 'another program');
    writeFileSync(cache.pathOf('kubelet'), 'half a program');
    expect(findMissing(cache, [...programs, 'kubelet'])).toEqual(['etcd', 'kubelet']);
  });
});

describe('openCache', () => {
  it('stores the programs of each version separately, by default outside the repository', () => {
    expect(openCache({ CLUSTER_CACHE: '/cache' }).pathOf('kubelet')).toBe(`/cache/${kubernetesVersion}/bin/kubelet`);
    expect(openCache({}).folder.startsWith(process.cwd())).toBe(false);
  });
});
