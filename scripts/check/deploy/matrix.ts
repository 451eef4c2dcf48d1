import type { RenderOptions } from './helm.ts';

const external = { bundled: false };
const telemetry = {
  serviceMonitors: true,
  alertRules: true,
  dashboard: true,
  otlpEndpoint: 'http://otel.monitoring:4318',
};
const scaled = { enabled: true, minReplicas: 2, maxReplicas: 4, cpuPercent: 70 };
const leaf = { nats: { leaf: { enabled: true } } };
const hub = { nats: { hub: { cells: ['cell-a', 'cell-b'], tlsSecret: 'hub-tls' } } };
const ingress = { enabled: true, host: 'cell.example', className: 'nginx', tlsSecret: 'door-tls' };
const everything = {
  externalControl: { enabled: true, service: { type: 'NodePort' } },
  telemetry,
  internalTLS: { secretName: 'cell-internal-tls' },
  topologySpread: true,
  services: { gateway: { autoscaling: scaled }, motion: { replicas: 3 } },
  gateway: { ingress, service: { type: 'NodePort', nodePort: 30_080 }, trustProxy: '10.0.0.0/8' },
  networkPolicy: {
    doorFrom: [{ ipBlock: { cidr: '10.0.0.0/8' } }],
    lineFrom: [{ ipBlock: { cidr: '192.168.10.0/24' } }],
    reach: { equipment: [{ cidr: '192.168.10.0/24', ports: [502, 44_818], udpPorts: [2222] }] },
  },
  image: {
    registry: 'registry.example:5000',
    digests: { gateway: `sha256:${'a'.repeat(64)}` },
    pullSecrets: ['registry'],
  },
};
/** A later service: one entry and nothing else. */
const vision = {
  profiles: ['cell'],
  ports: { grpc: 4000, admin: 9100 },
  addresses: { LIBRARY_ADDRESS: 'library:grpc' },
  uses: ['postgres', 'nats'],
  migrations: true,
  bus: { publish: ['vision.state'], subscribe: [] },
  heapMB: 128,
  resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { cpu: '1', memory: '256Mi' } },
};

/** Typical values of users, which must render valid objects. */
export const matrix: Readonly<Record<string, RenderOptions>> = {
  'a cell': {},
  'a cell, at an upgrade': { isUpgrade: true },
  'a cell of a fleet': { values: leaf },
  'a cell with everything': { values: everything },
  'a cell with everything, on Kubernetes 1.20': { values: everything, kubeVersion: '1.20.0' },
  'a cell with stores of elsewhere': { values: { postgres: external, redis: external, nats: external } },
  'a cell without the twin': { values: { services: { 'controller-twin': null } } },
  'a cell with a real robot': {
    values: {
      services: {
        'controller-twin': null,
        'routine-runner': { addresses: { LIVE_CONTROLLER: '192.168.10.2:4000' }, env: { LIVE_ROBOT: 'real' } },
      },
      networkPolicy: { reach: { 'routine-runner': [{ cidr: '192.168.10.2/32', ports: [4000] }] } },
    },
  },
  'a cell with a service that joins': { values: { services: { vision } } },
  'a cell where classes and policies are of elsewhere': {
    values: { priorityClasses: { create: false, stop: 'high', rest: 'low' }, networkPolicy: { enabled: false } },
  },
  'a fleet': { values: { profile: 'fleet' } },
  'a fleet, at an upgrade': { values: { profile: 'fleet' }, isUpgrade: true },
  'a fleet with cells': { values: { profile: 'fleet', ...hub } },
  'a fleet with the hub of boxes': { values: { profile: 'fleet', hub: { enabled: true } } },
  'a fleet with the hub of boxes outside the cluster': {
    values: {
      profile: 'fleet',
      internalTLS: { secretName: 'fleet-internal-tls' },
      hub: {
        ...{ enabled: true, publicURL: 'tls://boxes.example:4223', tlsSecret: 'boxes-tls', storageClass: 'fast' },
        service: { type: 'NodePort', nodePort: 30_423 },
        boxesFrom: [{ ipBlock: { cidr: '10.0.0.0/8' } }],
      },
    },
  },
  'a fleet with everything': { values: { profile: 'fleet', ...everything } },
  'a fleet with stores of elsewhere': {
    values: { profile: 'fleet', postgres: external, redis: external, nats: external },
  },
};

/** Values that must be refused before anything is applied, with the expected messages. */
export const refused: Readonly<Record<string, readonly [values: object, words: string]>> = {
  'an unknown profile': [{ profile: 'factory' }, 'profile'],
  'a misspelt key': [{ postgress: {} }, 'postgress'],
  'a misspelt key of a service': [{ services: { motion: { heapMb: 12 } } }, 'heapMb'],
  'the tag latest': [{ image: { tag: 'latest' } }, 'image.tag'],
  'a store with the tag latest': [{ redis: { image: { tag: 'latest' } } }, 'redis.image.tag'],
  'a digest that is none': [{ image: { digests: { gateway: 'sha256:abc' } } }, 'digests'],
  'no secret': [{ existingSecret: '' }, 'existingSecret'],
  'a name of a cell that no subject can have': [{ cellName: 'Cell A' }, 'cellName'],
  'a port beyond 65535': [{ services: { library: { ports: { grpc: 70_000 } } } }, 'grpc'],
  'a second routine runner': [{ services: { 'routine-runner': { replicas: 2 } } }, 'is a singleton'],
  'autoscaling of the routine runner': [
    { services: { 'routine-runner': { autoscaling: scaled } } },
    'autoscaling is not allowed',
  ],
  'autoscaling of a controller': [
    { services: { 'controller-twin': { autoscaling: scaled } } },
    'autoscaling is not allowed',
  ],
  'a heap as large as the limit': [{ services: { motion: { heapMB: 768 } } }, 'heapMB must be below'],
  'a service without limits': [
    { services: { vision: { profiles: ['cell'], ports: { grpc: 1 }, heapMB: 64 } } },
    'resources',
  ],
  'a shorter drain than services need': [{ drainSeconds: 5 }, 'drainSeconds'],
  'an address for boxes that is none of NATS': [{ hub: { publicURL: 'https://boxes.example' } }, 'publicURL'],
  'a log level that is none': [{ logLevel: 'TRACE' }, 'logLevel'],
};
