// Tests the chart with a real API server: admission, access rights and recovery by Helm. Runs in exhaustive runs, and
// only if the programs are cached: `npm run check:cluster -- --fetch` downloads them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandError } from '../containers/commands.ts';
import { until } from '../containers/report.ts';
import { chart, render } from '../deploy/helm.ts';
import type { KubernetesObject } from '../deploy/kubernetes-object.ts';
import { type ApiServer, startApiServerAlone } from './api-server.ts';
import { openCache } from './cache.ts';
import { toStream } from './kubectl.ts';
import { accountName, namespaceName, podsOf, restrictedNamespace, serviceAccount } from './objects.ts';

const profiles = {
  cell: {},
  fleet: { profile: 'fleet', nats: { hub: { cells: ['cell-a', 'cell-b'] } } },
  'fleet with the hub of boxes': {
    ...{
      profile: 'fleet',
      hub: { enabled: true, tlsSecret: 'boxes-tls', service: { type: 'NodePort', nodePort: 30_423 } },
    },
  },
  'cell with all that has an option': {
    externalControl: { enabled: true, service: { type: 'NodePort' } },
    internalTLS: { secretName: 'cell-internal-tls' },
    topologySpread: true,
    services: { gateway: { autoscaling: { enabled: true } }, motion: { replicas: 3 } },
    gateway: { ingress: { enabled: true, host: 'cell.example' }, service: { type: 'NodePort', nodePort: 30_080 } },
    networkPolicy: { doorFrom: [{ ipBlock: { cidr: '10.0.0.0/8' } }] },
  },
};
const cases = Object.entries(profiles);

function startOnce(): () => ApiServer {
  let server: ApiServer | undefined;
  beforeAll(async () => {
    server = await startApiServerAlone(openCache());
    await server.kubectl.apply([
      restrictedNamespace(namespaceName),
      ...['default', accountName].map((name) => serviceAccount(name, namespaceName)),
      // The classes of the release, without which the API server refuses pods that name them.
      ...render().filter(({ kind }) => kind === 'PriorityClass'),
    ]);
  }, 120_000);
  afterAll(() => server?.stop(), 60_000);
  return () => {
    if (!server) throw new Error('The API server has not started');
    return server;
  };
}

/** Returns the error of a command that must fail. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (error instanceof CommandError) return error.output;
  throw error;
}

const inNamespace = ['--namespace', namespaceName];

function testAdmission(started: () => ApiServer): void {
  const dryRun = (verb: readonly string[], objects: readonly object[]) =>
    started().kubectl.run([...verb, ...inNamespace, '--dry-run=server', '--warnings-as-errors', '-f', '-'], {
      input: toStream(objects),
    });

  describe.each(cases)('an API server, for the chart of a %s', (_name, values) => {
    it('accepts every object, without a warning or an unknown field', async () => {
      const objects = render({ values, kubeVersion: '1.36.0' });
      const answer = await dryRun(['apply', '--server-side', '--validate=strict'], objects);
      expect(answer.trim().split('\n')).toHaveLength(objects.length);
    });

    it('admits every pod under the restricted standard', async () => {
      const pods = podsOf(render({ values, kubeVersion: '1.36.0' }));
      expect(pods.length).toBeGreaterThan(5);
      const answer = await dryRun(['create', '--validate=strict'], pods);
      expect(answer.trim().split('\n')).toHaveLength(pods.length);
    });
  });

  it('refuses a pod of the chart that gained a capability', async () => {
    const [pod] = podsOf(render());
    const text = JSON.stringify(pod).replaceAll('"drop":["ALL"]', '"drop":["ALL"],"add":["NET_ADMIN"]');
    const changed: KubernetesObject = JSON.parse(text);
    expect(await failureOf(dryRun(['create'], [changed]))).toContain('violates PodSecurity');
  });
}

function testRights(started: () => ApiServer): void {
  const listRights = async (user: string) =>
    (await started().kubectl.run(['auth', 'can-i', '--list', '--no-headers', ...inNamespace, `--as=${user}`]))
      .split('\n')
      .map((line) => line.split(/\s/)[0] ?? '')
      .filter((resource) => resource !== '');

  it('gives the account of the pods only the right to query its own rights', async () => {
    const rights = await listRights(`system:serviceaccount:${namespaceName}:${accountName}`);
    expect(rights.length).toBeGreaterThan(0);
    expect(rights.filter((resource) => !resource.startsWith('selfsubject'))).toEqual([]);
  });

  it.each(['get secrets', 'list pods', 'create pods', 'create pods/exec', 'patch deployments.apps'])(
    'does not let the account of the pods %s',
    async (right) => {
      const ask = ['auth', 'can-i', ...right.split(' '), ...inNamespace];
      expect((await started().kubectl.run(ask)).trim()).toBe('yes');
      const account = `--as=system:serviceaccount:${namespaceName}:${accountName}`;
      expect(await failureOf(started().kubectl.run([...ask, account]))).toContain('no');
    },
  );

  it('lets an administrator of the namespace install the chart with priority classes made by others', async () => {
    const { kubectl } = started();
    // Without controllers the role `admin` has no rules yet; these are its parts.
    for (const part of ['admin', 'edit', 'view'])
      await kubectl.run([
        'create',
        'rolebinding',
        part,
        ...inNamespace,
        `--clusterrole=system:aggregate-to-${part}`,
        '--user=ops',
      ]);
    const install = ['install', 'ops', chart, ...inNamespace, '--no-hooks', '--kube-as-user=ops', '--set'];
    const refused = await failureOf(kubectl.helm([...install, 'priorityClasses.create=true']));
    expect(refused).toContain('User "ops" cannot get resource "priorityclasses"');
    await kubectl.helm([...install, 'priorityClasses.create=false', '--replace']);
    await kubectl.helm(['uninstall', 'ops', ...inNamespace, '--no-hooks', '--kube-as-user=ops']);
  });
}

function testRecovery(started: () => ApiServer): void {
  it('lets Helm roll back and upgrade again after an upgrade that was killed', async () => {
    const { kubectl, launcher } = started();
    const inRelease = ['healed', ...inNamespace];
    const values = ['--no-hooks', '--set', 'priorityClasses.create=false'];
    const upgrade = ['upgrade', 'healed', chart, ...inNamespace, ...values];
    await kubectl.helm(['install', 'healed', chart, ...inNamespace, ...values]);
    // Here is no controller that deletes Jobs some time after they are done.
    await kubectl.run(['delete', 'job', 'healed-cellwright-migrations-first', ...inNamespace]);
    // It waits for pods that nothing starts, so it is killed in the middle.
    const [helm = '', ...args] = [kubectl.env.HELM ?? '', ...upgrade, '--wait', '--timeout=120s'];
    const killed = launcher.start('helm-upgrade', helm, args, kubectl.env);
    const readStatus = async () => JSON.parse(await kubectl.helm(['status', ...inRelease, '-o', 'json'])).info.status;
    await until(async () => (await readStatus()) === 'pending-upgrade' || undefined, {
      ...{ withinMS: 30_000, everyMS: 50 },
      sentence: 'the upgrade does not begin',
    });
    await killed.stop('SIGKILL');
    expect(await failureOf(kubectl.helm(upgrade))).toContain('another operation');
    await kubectl.helm(['rollback', 'healed', '1', ...inNamespace, '--no-hooks']);
    expect(await readStatus()).toBe('deployed');
    await kubectl.helm(upgrade);
    expect(await readStatus()).toBe('deployed');
  });
}

const started = startOnce();
testAdmission(started);
testRights(started);
testRecovery(started);
