// Names and volumes of the cluster: CoreDNS from an image, and volumes that are folders of the node.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dnsAddress, nodeName } from './node.ts';

export const dnsImage = 'localhost/coredns:1';
const labels = { 'k8s-app': 'kube-dns' };
const namespace = 'kube-system';

const corefile = ['.:53 {', '  errors', '  ready', '  kubernetes cluster.local in-addr.arpa', '}', ''].join('\n');

/** CoreDNS with its rights, as the NetworkPolicies of the chart expect it. */
export function nameService(): object[] {
  const metadata = { name: 'coredns', namespace };
  const rules = [
    { apiGroups: [''], resources: ['endpoints', 'services', 'pods', 'namespaces'], verbs: ['list', 'watch'] },
    { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
  ];
  const role = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'coredns' };
  const container = {
    ...{ name: 'coredns', image: dnsImage, args: ['-conf', '/etc/coredns/Corefile'], imagePullPolicy: 'Never' },
    ports: [
      { name: 'dns', containerPort: 53, protocol: 'UDP' },
      { name: 'dns-tcp', containerPort: 53, protocol: 'TCP' },
    ],
    readinessProbe: { httpGet: { path: '/ready', port: 8181 }, periodSeconds: 1 },
    volumeMounts: [{ name: 'config', mountPath: '/etc/coredns' }],
  };
  const volumes = [{ name: 'config', configMap: { name: 'coredns' } }];
  const spec = { serviceAccountName: 'coredns', dnsPolicy: 'Default', containers: [container], volumes };
  const ports = ['UDP', 'TCP'].map((protocol) => ({ name: `dns-${protocol.toLowerCase()}`, port: 53, protocol }));
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'coredns' }, rules },
    {
      ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'coredns' } },
      ...{ roleRef: role, subjects: [{ kind: 'ServiceAccount', ...metadata }] },
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { Corefile: corefile } },
    {
      ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata },
      spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    },
    {
      ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'kube-dns', namespace } },
      spec: { clusterIP: dnsAddress, selector: labels, ports },
    },
  ];
}

/** A default storage class, and volumes of it in folders of the node. */
export function volumes(folder: string, count: number): object[] {
  const storageClass = {
    ...{ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'kubernetes.io/no-provisioner' },
    metadata: { name: 'folders', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  };
  const onNode = [{ key: 'kubernetes.io/hostname', operator: 'In', values: [nodeName] }];
  const made = Array.from({ length: count }, (_, at) => {
    const path = join(folder, `volume-${at}`);
    mkdirSync(path, { recursive: true });
    return {
      ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `volume-${at}` } },
      spec: {
        ...{ capacity: { storage: '10Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'folders' },
        ...{ local: { path }, nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: onNode }] } } },
      },
    };
  });
  return [storageClass, ...made];
}
