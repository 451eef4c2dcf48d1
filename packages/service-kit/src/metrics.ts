import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.ts';
import { createSeriesLimit, type Labels } from './series-limit.ts';

/** Buckets in seconds, from a loopback call to the 5 s default deadline. */
const durationBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Interval of the monitor of the event loop, ms. It is a part of every delay that the monitor reports. */
export const lagPrecisionMS = 100;

/** Maximum number of series of a metric; others are counted as 'other', so that the page stays bounded. */
const defaultMaxSeries = 256;
/** Minimum time between renderings of the page. */
const pageLifeMS = 1000;

/** Metrics of one process, with helpers for the three transports. Names start with `cellwright_`. */
export interface Metrics {
  /** Observes one handled request; `outcome` is an HTTP status class, a gRPC status or ok/failed. */
  observeRequest(transport: Transport, operation: string, outcome: string, seconds: number): void;
  /** Counts an event without a duration, for example a dropped frame. */
  count(name: CountName, labels?: Labels, by?: number): void;
  /** Returns a metric; the same one for the same name, so that services of one process share it. */
  counter(name: string, help: string, labelNames?: readonly string[]): CounterMetric;
  gauge(name: string, help: string, labelNames?: readonly string[]): GaugeMetric;
  histogram(name: string, help: string, labelNames?: readonly string[], buckets?: readonly number[]): HistogramMetric;
  /** Returns the current metrics in Prometheus text format. */
  render(): Promise<string>;
  /** Returns the same as bytes for a scraper, at most a second old. */
  page(): Promise<Buffer>;
  readonly contentType: string;
}

export interface CounterMetric {
  inc(labels?: Labels, by?: number): void;
}

export interface GaugeMetric {
  set(value: number, labels?: Labels): void;
}

export interface HistogramMetric {
  observe(value: number, labels?: Labels): void;
}

export type Transport = 'http' | 'grpc_server' | 'grpc_client' | 'bus_publish' | 'bus_handle';

const counts = {
  audit_dropped: { help: 'Audit entries that found no room on their way to the log', labels: [] },
  calls_refused: { help: 'Calls inside the cell that were refused, by reason', labels: ['reason'] },
  bus_dropped: { help: 'Ephemeral messages dropped, by reason', labels: ['reason'] },
  bus_redelivered: { help: 'Durable messages delivered more than once', labels: ['consumer'] },
  outbox_sent: { help: 'Outbox rows handed to the bus', labels: ['outbox'] },
  outbox_refused: { help: 'Outbox rows the bus refuses for ever, skipped', labels: ['outbox'] },
  outbox_failed: { help: 'Outbox batches that failed', labels: ['outbox'] },
  fleet_reports: { help: 'Reports of boxes, by outcome', labels: ['outcome'] },
} as const;

export type CountName = keyof typeof counts;

export interface MetricsOptions {
  /** False to omit Node's own metrics (including event loop lag). */
  readonly defaults?: boolean;
  readonly maxSeries?: number;
  /** Monotonic milliseconds; for tests. */
  readonly now?: () => number;
}

export function createMetrics(options: MetricsOptions = {}): Metrics {
  const { defaults = true, maxSeries = defaultMaxSeries, now = () => performance.now() } = options;
  const registry = new Registry();
  // The default precision of 10 ms wakes an idle process 100 times a second, which costs half a percent of a core.
  if (defaults) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagPrecisionMS });
  const known = new Map<string, CounterMetric | GaugeMetric | HistogramMetric>();
  const once = <M extends CounterMetric | GaugeMetric | HistogramMetric>(name: string, make: () => M): M => {
    // Sound: a name has one kind; prom-client also refuses to register a name twice.
    const metric = (known.get(name) as M | undefined) ?? make();
    known.set(name, metric);
    return metric;
  };
  const settings = (name: string, help: string, labelNames: readonly string[]) => {
    return { name, help, labelNames: [...labelNames], registers: [registry] };
  };
  const counter: Metrics['counter'] = (name, help, labelNames = []) =>
    once(`cellwright_${name}_total`, () => {
      const metric = new Counter(settings(`cellwright_${name}_total`, help, labelNames));
      const limit = createSeriesLimit(maxSeries);
      return { inc: (labels = {}, by = 1) => metric.inc(limit(labels), by) };
    });
  const gauge: Metrics['gauge'] = (name, help, labelNames = []) =>
    once(`cellwright_${name}`, () => {
      const metric = new Gauge(settings(`cellwright_${name}`, help, labelNames));
      const limit = createSeriesLimit(maxSeries);
      return { set: (value, labels = {}) => metric.set(limit(labels), value) };
    });
  const histogram: Metrics['histogram'] = (name, help, labelNames = [], buckets = durationBuckets) =>
    once(`cellwright_${name}`, () => {
      const metric = new Histogram({
        ...settings(`cellwright_${name}`, help, labelNames),
        buckets: [...buckets],
      });
      const limit = createSeriesLimit(maxSeries);
      return { observe: (value, labels = {}) => metric.observe(limit(labels), value) };
    });
  const durations = new RequestDurations({
    name: 'cellwright_request_duration_seconds',
    help: 'Time to handle a request or message, by transport, operation and outcome',
    buckets: durationBuckets,
    maxSeries,
  });
  const render = async () => `${await registry.metrics()}\n${durations.render()}`;
  let page: { readonly bytes: Promise<Buffer>; readonly at: number } | undefined;
  return {
    contentType: registry.contentType,
    observeRequest: (transport, operation, outcome, seconds) =>
      durations.observe(transport, operation, outcome, seconds),
    count(name, labels, by) {
      const { help, labels: labelNames } = counts[name];
      counter(name, help, labelNames).inc(labels, by);
    },
    counter,
    gauge,
    histogram,
    render,
    page() {
      if (!page || now() - page.at >= pageLifeMS) {
        page = { bytes: render().then((text) => Buffer.from(text)), at: now() };
      }
      return page.bytes;
    },
  };
}
