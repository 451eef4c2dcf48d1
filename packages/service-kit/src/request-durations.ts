/** Label of series beyond the limit. */
const other = 'other';

interface Series {
  readonly labels: string;
  /** Observations up to each bound, not cumulated; the last counts those beyond all bounds. */
  readonly counts: Float64Array;
  sum: number;
}

export interface RequestDurationsOptions {
  readonly name: string;
  readonly help: string;
  /** Upper bounds in seconds, ascending. */
  readonly buckets: readonly number[];
  /** Maximum number of series; an additional series counts all others. */
  readonly maxSeries: number;
}

/**
 * Histogram of all requests of every transport. Not in prom-client, because that hashes the labels of each observation
 * again, which cost more than finding a stored document to return.
 */
export class RequestDurations {
  private readonly options: RequestDurationsOptions;
  /** By transport, operation, outcome. */
  private readonly series = new Map<string, Map<string, Map<string, Series>>>();
  private count = 0;
  private rest: Series | undefined;

  constructor(options: RequestDurationsOptions) {
    this.options = options;
  }

  observe(transport: string, operation: string, outcome: string, seconds: number): void {
    const series = this.series.get(transport)?.get(operation)?.get(outcome) ?? this.add(transport, operation, outcome);
    const { buckets } = this.options;
    let bucket = 0;
    while (bucket < buckets.length && seconds > (buckets[bucket] ?? 0)) bucket++;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  /** Prometheus text format; empty before the first observation. */
  render(): string {
    const all = [...this.series.values()].flatMap((operations) =>
      [...operations.values()].flatMap((outcomes) => [...outcomes.values()]),
    );
    if (this.rest) all.push(this.rest);
    const { name, help } = this.options;
    const lines = all.flatMap((series) => this.renderSeries(series));
    return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ''].join('\n');
  }

  private add(transport: string, operation: string, outcome: string): Series {
    if (this.count >= this.options.maxSeries) {
      this.rest ??= this.make(other, other, other);
      return this.rest;
    }
    this.count++;
    const operations = this.series.get(transport) ?? new Map<string, Map<string, Series>>();
    const outcomes = operations.get(operation) ?? new Map<string, Series>();
    const series = this.make(transport, operation, outcome);
    this.series.set(transport, operations);
    operations.set(operation, outcomes);
    outcomes.set(outcome, series);
    return series;
  }

  private make(transport: string, operation: string, outcome: string): Series {
    const labels = `transport="${escapeLabel(transport)}",operation="${escapeLabel(operation)}",outcome="${escapeLabel(outcome)}"`;
    return { labels, counts: new Float64Array(this.options.buckets.length + 1), sum: 0 };
  }

  private renderSeries({ labels, counts, sum }: Series): string[] {
    const { name, buckets } = this.options;
    let total = 0;
    const bounds = [...buckets.map(String), '+Inf'].map((bound, index) => {
      total += counts[index] ?? 0;
      return `${name}_bucket{le="${bound}",${labels}} ${total}`;
    });
    return [...bounds, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`];
  }
}

function escapeLabel(text: string): string {
  return text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
