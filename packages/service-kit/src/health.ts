import type { Clock } from '@cellwright/domain/basics';
import { systemClock } from './clock.ts';

/** Resolves when the dependency responds; otherwise rejects, or does not settle within the time-out. */
export type HealthCheck = (signal: AbortSignal) => Promise<void>;

export interface CheckOptions {
  /** False if a failure is shown in the details without making the service unready. Default true. */
  readonly critical?: boolean;
  readonly timeoutMs?: number;
}

export interface DependencyHealth {
  readonly name: string;
  readonly ok: boolean;
  readonly critical: boolean;
  readonly durationMs: number;
  readonly error?: string;
}

export interface Readiness {
  readonly ready: boolean;
  /** Reason of a failure. */
  readonly reason?: string;
  readonly dependencies: readonly DependencyHealth[];
}

export interface Health {
  /** Adds a check, or replaces the one of the same name. */
  addCheck(name: string, check: HealthCheck, options?: CheckOptions): void;
  /** Liveness: the process responds. Never checks dependencies. */
  live(): { readonly live: true; readonly uptimeSeconds: number };
  /** Readiness: started, not draining, every critical dependency responds. Results are reused for a second. */
  ready(): Promise<Readiness>;
  /** Marks the start as complete; the service is unready before. */
  markStarted(): void;
  /** Makes the service permanently unready. */
  markDraining(): void;
}

export interface HealthOptions {
  readonly clock?: Clock;
  /** Time limit of a check, ms. Default 2000: a stalled dependency is detected well within 10 s. */
  readonly timeoutMs?: number;
  /** Time for which a result is reused, ms. Default 1000. */
  readonly cacheMs?: number;
}

type Phase = 'starting' | 'serving' | 'draining';

interface Registered {
  readonly name: string;
  readonly critical: boolean;
  readonly timeoutMs: number;
  readonly check: HealthCheck;
}

export function createHealth(options: HealthOptions = {}): Health {
  const clock = options.clock ?? systemClock;
  const cacheMs = options.cacheMs ?? 1000;
  const startedAt = clock.now();
  const checks = new Map<string, Registered>();
  let phase: Phase = 'starting';
  let latest: { readonly at: number; readonly results: Promise<DependencyHealth[]> } | undefined;

  const checkAll = (): Promise<DependencyHealth[]> => {
    if (!latest || clock.now() - latest.at > cacheMs) {
      latest = { at: clock.now(), results: Promise.all([...checks.values()].map((check) => runCheck(clock, check))) };
    }
    return latest.results;
  };

  return {
    addCheck(name, check, { critical = true, timeoutMs = options.timeoutMs ?? 2000 } = {}) {
      checks.set(name, { name, check, critical, timeoutMs });
      latest = undefined;
    },
    live: () => ({ live: true, uptimeSeconds: (clock.now() - startedAt) / 1000 }),
    async ready() {
      const dependencies = await checkAll();
      const failed = dependencies.filter((dependency) => dependency.critical && !dependency.ok);
      const reason = describeUnready(phase, failed);
      return reason === undefined ? { ready: true, dependencies } : { ready: false, reason, dependencies };
    },
    markStarted() {
      if (phase === 'starting') phase = 'serving';
    },
    markDraining() {
      phase = 'draining';
    },
  };
}

function describeUnready(phase: Phase, failed: readonly DependencyHealth[]): string | undefined {
  if (phase === 'starting') return 'the service is starting';
  if (phase === 'draining') return 'the service is shutting down';
  if (failed.length === 0) return undefined;
  return failed.map(({ name, error }) => `${name}: ${error ?? 'failed'}`).join('; ');
}

async function runCheck(clock: Clock, { name, critical, timeoutMs, check }: Registered): Promise<DependencyHealth> {
  const startedAt = clock.now();
  const abort = new AbortController();
  const cancelled = new AbortController();
  const timeout = clock.sleep(timeoutMs, cancelled.signal).then(
    () => Promise.reject(new Error(`no answer within ${timeoutMs} ms`)),
    () => undefined,
  );
  try {
    await Promise.race([Promise.resolve().then(() => check(abort.signal)), timeout]);
    return { name, critical, ok: true, durationMs: clock.now() - startedAt };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { name, critical, ok: false, durationMs: clock.now() - startedAt, error: message };
  } finally {
    abort.abort();
    cancelled.abort();
  }
}
