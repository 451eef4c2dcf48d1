// Rules for all workloads, for any values. Each returns one line per breach.
import { type Container, type KubernetesObject, type Workload, workloadsOf } from './kubernetes-object.ts';

/** True for pods that run once: they receive nothing, so they need no readiness. */
const runsOnce = (workload: Workload) => workload.kind === 'Job' || workload.kind === 'Pod';

export function findBreaches(objects: readonly KubernetesObject[]): string[] {
  const workloads = workloadsOf(objects);
  return [
    ...workloads.flatMap((workload) => findPodBreaches(workload).map((breach) => `${workload.component}: ${breach}`)),
    ...workloads.flatMap((workload) =>
      workload.pod.containers.flatMap((container) =>
        [...findContainerBreaches(container), ...(runsOnce(workload) ? [] : findProbeBreaches(container))].map(
          (breach) => `${workload.component}/${container.name}: ${breach}`,
        ),
      ),
    ),
    ...findSecretsInPlain(objects),
  ];
}

function findPodBreaches({ pod, kind }: Workload): string[] {
  const { securityContext: security } = pod;
  return [
    ...when(security.runAsNonRoot !== true, 'may run as root'),
    ...when((security.runAsUser ?? 0) === 0, 'runs as user 0'),
    ...when(security.seccompProfile?.type !== 'RuntimeDefault', 'has no seccomp profile'),
    ...when(pod.automountServiceAccountToken !== false, 'has a token of the cluster'),
    ...when(kind !== 'Job' && kind !== 'Pod' && pod.terminationGracePeriodSeconds === undefined, 'has no grace period'),
    ...['hostNetwork', 'hostPID', 'hostIPC'].filter((key) => pod[key] === true).map((key) => `uses ${key}`),
  ];
}

function findContainerBreaches(container: Container): string[] {
  const { securityContext: security, resources, image } = container;
  const [, tag] = /:([^:/@]+)(@|$)/.exec(image) ?? [];
  return [
    ...when(security.allowPrivilegeEscalation !== false, 'may gain privileges'),
    ...when(security.readOnlyRootFilesystem !== true, 'may write its root file system'),
    ...when(security.capabilities?.drop.join() !== 'ALL', 'keeps capabilities'),
    ...when((security.capabilities?.add ?? []).length > 0, 'adds capabilities'),
    ...when(resources === undefined, 'has no requests and limits'),
    ...when(tag === undefined || tag === 'latest', `has an image without a version, ${image}`),
    ...when(container.imagePullPolicy === undefined, 'leaves open when its image is pulled'),
    ...when(
      [...container.command, ...container.args].some((part) => /^(\/bin\/)?(ba)?sh$/.test(part)),
      'needs a shell',
    ),
    ...findHeapBreach(container),
  ];
}

/** If V8's heap may grow to the limit, the kernel ends the process before V8 collects. */
function findHeapBreach({ args, resources }: Container): string[] {
  const heapMB = Number(/--max-old-space-size=(\d+)/.exec(args.join(' '))?.[1] ?? 0);
  const limitMB = Number.parseInt(resources?.limits.memory ?? '0', 10);
  return when(heapMB * 1.2 > limitMB, `has a heap of ${heapMB} MB in a limit of ${limitMB} MB`);
}

function findProbeBreaches({ startupProbe, readinessProbe, livenessProbe }: Container): string[] {
  const [startup, ready, live] = [startupProbe, readinessProbe, livenessProbe].map((probe) => JSON.stringify(probe));
  return [
    ...when(!startup || !ready || !live, 'lacks a probe'),
    ...when(live !== undefined && live === ready, 'is alive only while it is ready'),
    ...when(livenessProbe?.httpGet?.path === '/health/ready', 'asks dependencies whether it is alive'),
  ];
}

/** True for a variable that names the file of a secret. */
const isPath = (name: string, value: string) => name.endsWith('_FILE') && value.startsWith('/run/secrets/');

/** A password in a manifest is in the release's history, too. */
function findSecretsInPlain(objects: readonly KubernetesObject[]): string[] {
  const secrets = objects
    .filter(({ kind }) => kind === 'Secret')
    .map(({ metadata }) => `${metadata.name}: a secret in the chart`);
  const plain = workloadsOf(objects).flatMap(({ component, pod }) =>
    pod.containers.flatMap(({ env }) =>
      env
        .filter(({ name, value }) => value !== undefined && /PASSWORD|SECRET|TOKEN/.test(name) && !isPath(name, value))
        .map(({ name }) => `${component}: ${name} is in plain`),
    ),
  );
  return [...secrets, ...plain];
}

function when(isBroken: boolean, breach: string): string[] {
  return isBroken ? [breach] : [];
}
