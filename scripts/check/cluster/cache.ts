// The programs of a cluster, built or downloaded once into a folder outside the repository.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

export const kubernetesVersion = '1.36.3';

/** Programs of Go modules, by name: the folder in `programs/` with the go.mod that pins everything, and the package. */
export const goPrograms = {
  pause: ['kubernetes', './pause'],
  'kube-apiserver': ['kubernetes', 'k8s.io/kubernetes/cmd/kube-apiserver'],
  'kube-controller-manager': ['kubernetes', 'k8s.io/kubernetes/cmd/kube-controller-manager'],
  'kube-scheduler': ['kubernetes', 'k8s.io/kubernetes/cmd/kube-scheduler'],
  kubelet: ['kubernetes', 'k8s.io/kubernetes/cmd/kubelet'],
  'kube-proxy': ['kubernetes', 'k8s.io/kubernetes/cmd/kube-proxy'],
  coredns: ['coredns', '.'],
  'kube-router': ['kube-router', 'github.com/cloudnativelabs/kube-router/v2/cmd/kube-router'],
} as const;
export type GoProgram = keyof typeof goPrograms;

/** Programs of Debian packages, by name: their paths in the packages. */
export const debianPrograms = {
  etcd: 'usr/bin/etcd',
  containerd: 'usr/bin/containerd',
  ctr: 'usr/bin/ctr',
  runc: 'usr/sbin/runc',
  ptp: 'usr/lib/cni/ptp',
  iptables: 'usr/sbin/xtables-legacy-multi',
  ipset: 'usr/sbin/ipset',
} as const;
export type DebianProgram = keyof typeof debianPrograms;
export type Program = GoProgram | DebianProgram;

/** Programs of an API server, and additional programs of a node. */
export const apiServerPrograms = ['etcd', 'kube-apiserver'] as const satisfies readonly Program[];
export const nodePrograms: readonly Program[] = [
  ...(['kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy', 'coredns', 'pause'] as const),
  ...(['containerd', 'ctr', 'runc', 'ptp', 'iptables'] as const),
];
/** Programs without which the check runs, but NetworkPolicies are not enforced. */
export const policyPrograms: readonly Program[] = ['kube-router', 'ipset'];

const manifestSchema = z.record(z.string(), z.string());

export interface Cache {
  readonly folder: string;
  /** Path of a program, which may not exist. */
  pathOf(program: Program): string;
}

/** The cache of this version: below CLUSTER_CACHE, or below the user's cache folder. */
export function openCache(env: NodeJS.ProcessEnv = process.env): Cache {
  const parent = env.CLUSTER_CACHE || join(homedir(), '.cache', 'cellwright-cluster');
  const folder = join(parent, kubernetesVersion);
  return {
    folder,
    pathOf: (program) =>
      isDebianProgram(program) ? join(folder, 'debian', debianPrograms[program]) : join(folder, 'bin', program),
  };
}

export function isDebianProgram(program: Program): program is DebianProgram {
  return Object.hasOwn(debianPrograms, program);
}

/** Path of the file with the sha256 of each program, written when the program was complete. */
export const checksumsFile = (cache: Cache) => join(cache.folder, 'sha256.json');

export function readChecksums(cache: Cache): Readonly<Record<string, string>> {
  const file = checksumsFile(cache);
  return existsSync(file) ? manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

export const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Returns the programs that are missing, incomplete or changed since they were stored. */
export function findMissing(cache: Cache, programs: readonly Program[]): Program[] {
  const checksums = readChecksums(cache);
  return programs.filter((program) => {
    const path = cache.pathOf(program);
    return !existsSync(path) || checksums[program] !== sha256(path);
  });
}

/** Command that obtains the programs, for a report. */
export const howToObtain = 'npm run check:cluster -- --fetch';
