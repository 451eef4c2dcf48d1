import type { GaugeMetric, HistogramMetric, Metrics } from '@cellwright/service-kit';

/** Bucket bounds from the heartbeat's period of 25 ms to the watchdog's 200 ms; seconds. */
const buckets = [0.03, 0.05, 0.055, 0.06, 0.07, 0.08, 0.1, 0.12, 0.15, 0.2];

/** Records the time between two messages of the commander while the arm can move, which shows the effect of load. */
export class CommanderSilence {
  private readonly silences: HistogramMetric;
  private readonly longest: GaugeMetric;
  private longestSeconds = 0;
  private last: { readonly connectionID: number; readonly time: number } | undefined;

  constructor(metrics: Metrics) {
    this.silences = metrics.histogram(
      'commander_silence_seconds',
      'Time between two messages of the commander while the brakes are released',
      [],
      buckets,
    );
    this.longest = metrics.gauge('commander_silence_longest_seconds', 'The longest of them');
  }

  /** Records a message of the commander at a time of the controller's clock, seconds. */
  note(connectionID: number, time: number, canMove: boolean): void {
    const { last } = this;
    this.last = canMove ? { connectionID, time } : undefined;
    if (last?.connectionID !== connectionID || !canMove) return;
    const seconds = time - last.time;
    this.silences.observe(seconds);
    if (seconds <= this.longestSeconds) return;
    this.longestSeconds = seconds;
    this.longest.set(seconds);
  }
}
