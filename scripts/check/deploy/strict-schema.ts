// Checks objects by the API's own schemas in two ways: values by the validators of kubernetes-models, and keys, which
// those accept when unknown, by the compiler, which rejects an unknown key of a literal at any depth.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import ts from 'typescript';
import type { KubernetesObject } from './kubernetes-object.ts';

/** APIs served by clusters from 1.21 to today; the chart only chooses older ones by the cluster's version. */
const currentApis: Readonly<Record<string, readonly string[]>> = {
  v1: ['ConfigMap', 'PersistentVolumeClaim', 'Pod', 'Service', 'ServiceAccount'],
  'apps/v1': ['Deployment', 'StatefulSet'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'batch/v1': ['Job'],
  'monitoring.coreos.com/v1': ['ServiceMonitor', 'PrometheusRule'],
  'networking.k8s.io/v1': ['Ingress', 'NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
  'scheduling.k8s.io/v1': ['PriorityClass'],
};
const olderApis: Readonly<Record<string, readonly string[]>> = {
  'autoscaling/v2beta2': ['HorizontalPodAutoscaler'],
  'policy/v1beta1': ['PodDisruptionBudget'],
};

/** Returns every object whose API version is not served; `isOld` for a cluster of 1.20. */
export function findUnservedApis(objects: readonly KubernetesObject[], isOld = false): string[] {
  const removed = isOld ? ['autoscaling/v2', 'policy/v1'] : [];
  const served = isOld ? { ...currentApis, ...olderApis } : currentApis;
  return objects
    .filter(({ apiVersion, kind }) => removed.includes(apiVersion) || !served[apiVersion]?.includes(kind))
    .map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name} is not served`);
}

/** Returns the validators' problems with the values. */
export function findWrongValues(objects: readonly KubernetesObject[]): string[] {
  return objects.flatMap((object) => {
    const { apiVersion, kind, metadata } = object;
    if (apiVersion.startsWith('monitoring.')) return [];
    const Model = loadModel(apiVersion, kind);
    try {
      new Model(object).validate();
      return [];
    } catch (error) {
      return [`${kind} ${metadata.name}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

interface ModelClass {
  new (data: object): { validate(): void };
}

const load = createRequire(import.meta.url);

function loadModel(apiVersion: string, kind: string): ModelClass {
  const models: unknown = load(`kubernetes-models/${apiVersion}`);
  if (typeof models === 'object' && models !== null && kind in models) {
    // Sound: every export named like a kind is its class.
    return (models as Record<string, ModelClass>)[kind] as ModelClass;
  }
  throw new Error(`kubernetes-models has no ${apiVersion} ${kind}`);
}

/** Returns unknown keys and wrong types anywhere in the objects, one line each. */
export function findUnknownKeys(objects: readonly KubernetesObject[]): string[] {
  const file = resolve('scripts/check/deploy/rendered.ts');
  const source = objects.map(toTypedLiteral).join('\n');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    allowImportingTsExtensions: true,
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2023) : read(name, ...rest);
  const exists = host.fileExists.bind(host);
  host.fileExists = (name) => name === file || exists(name);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map((diagnostic) => {
    const { line } = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0) ?? { line: 0 };
    const object = objects[line];
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
    return `${object?.kind ?? ''} ${object?.metadata.name ?? ''}: ${text}`;
  });
}

/** Returns one line per object, so that a line of a diagnostic identifies it. */
function toTypedLiteral(object: KubernetesObject, index: number): string {
  const module = object.apiVersion.startsWith('monitoring.')
    ? './operator-types.ts'
    : `kubernetes-models/${object.apiVersion}/${object.kind}`;
  return `export const object${index}: import(${JSON.stringify(module)}).I${object.kind} = ${JSON.stringify(object)};`;
}
