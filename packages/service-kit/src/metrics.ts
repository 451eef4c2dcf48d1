import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Buckets in seconds, from a loopback call to the 5 s default deadline. */
const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of one process, and helpers for the three transports. Names start with `cellwright_`. */
export interface Metrics {
  readonly registry: Registry;
  /** Observes one handled request; `outcome` is an HTTP status class, a gRPC status or ok/failed. */
  observeRequest(transport: Transport, operation: string, outcome: string, seconds: number): void;
  /** Counts something that has no duration, for example a dropped frame. */
  count(name: CountName, labels?: Readonly<Record<string, string>>, by?: number): void;
  /** A metric asked for again is the same one: services of one process share it. */
  counter(name: string, help: string, labelNames?: readonly string[]): Counter;
  gauge(name: string, help: string, labelNames?: readonly string[]): Gauge;
  histogram(name: string, help: string, labelNames?: readonly string[], buckets?: readonly number[]): Histogram;
  /** Prometheus text format. */
  render(): Promise<string>;
  readonly contentType: string;
}

export type Transport = 'http' | 'grpc_server' | 'grpc_client' | 'bus_publish' | 'bus_handle';

const counts = {
  bus_dropped: { help: 'Ephemeral messages dropped, by reason', labels: ['reason'] },
  bus_redelivered: { help: 'Durable messages delivered more than once', labels: ['consumer'] },
  outbox_sent: { help: 'Outbox rows handed to the bus', labels: ['outbox'] },
  outbox_refused: { help: 'Outbox rows the bus refuses for ever, skipped', labels: ['outbox'] },
  outbox_failed: { help: 'Outbox batches that failed', labels: ['outbox'] },
} as const;

export type CountName = keyof typeof counts;

/** A registry with Node's default metrics (event loop lag included) when `defaults` is not false. */
export function createMetrics(options: { readonly defaults?: boolean } = {}): Metrics {
  const registry = new Registry();
  // The default precision of 10 ms wakes an idle process 100 times a second, which costs half a percent of a core.
  if (options.defaults !== false) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const durations = new Histogram({
    name: 'cellwright_request_duration_seconds',
    help: 'Time to handle a request or message, by transport, operation and outcome',
    labelNames: ['transport', 'operation', 'outcome'],
    buckets: durationBuckets,
    registers: [registry],
  });
  const counters = new Map<CountName, Counter>();
  return {
    registry,
    contentType: registry.contentType,
    observeRequest: (transport, operation, outcome, seconds) =>
      durations.observe({ transport, operation, outcome }, seconds),
    count(name, labels = {}, by = 1) {
      let counter = counters.get(name);
      if (!counter) {
        const { help, labels: labelNames } = counts[name];
        counter = new Counter({
          name: `cellwright_${name}_total`,
          help,
          labelNames: [...labelNames],
          registers: [registry],
        });
        counters.set(name, counter);
      }
      counter.inc(labels, by);
    },
    counter(name, help, labelNames = []) {
      const full = `cellwright_${name}_total`;
      const known = registry.getSingleMetric(full);
      if (known instanceof Counter) return known;
      return new Counter({ name: full, help, labelNames: [...labelNames], registers: [registry] });
    },
    gauge(name, help, labelNames = []) {
      const full = `cellwright_${name}`;
      const known = registry.getSingleMetric(full);
      if (known instanceof Gauge) return known;
      return new Gauge({ name: full, help, labelNames: [...labelNames], registers: [registry] });
    },
    histogram(name, help, labelNames = [], buckets = durationBuckets) {
      const full = `cellwright_${name}`;
      const known = registry.getSingleMetric(full);
      if (known instanceof Histogram) return known;
      return new Histogram({
        name: full,
        help,
        labelNames: [...labelNames],
        buckets: [...buckets],
        registers: [registry],
      });
    },
    render: () => registry.metrics(),
  };
}
