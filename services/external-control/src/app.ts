/** External control: follows its settings and the feature flag, and runs the adapter while both switch it on. */

import type { Clock } from '@cellwright/domain/basics';
import type { ExternalControlSettings } from '@cellwright/domain/robot';
import { busSubjects, type EventBus, type Logger, type Metrics, type Subscription } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectRunner } from './rpc/runner-client.ts';
import { connectSettings } from './rpc/settings.ts';
import type { RunningAdapter } from './running-adapter.ts';

export { followSwitch } from './events/follow-switch.ts';

export interface ExternalControlDeps {
  /** gRPC addresses. */
  readonly addresses: { readonly runner: string; readonly identity: string };
  readonly proofs: Proofs<'external-control'>;
  readonly bus: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Interval at which the settings are read again, for a change that was missed, ms. */
const rereadMS = 5000;

export function build({ addresses, proofs, bus, clock, log, metrics }: ExternalControlDeps) {
  const runner = connectRunner(addresses.runner, proofs, metrics);
  const settings = connectSettings({ address: addresses.identity, proofs, metrics });
  const subscriptions: Subscription[] = [];
  let running: { readonly adapter: RunningAdapter; readonly key: string } | undefined;
  let changing: Promise<void> = Promise.resolve();
  let cancel = () => {};
  let isStopped = false;

  const apply = async (wanted: ExternalControlSettings | undefined) => {
    const key = JSON.stringify(wanted ?? null);
    if (running?.key === key) return;
    await running?.adapter.close();
    running = undefined;
    if (!wanted || isStopped) return;
    // Loaded only where it is switched on.
    const { RunningAdapter } = await import('./running-adapter.ts');
    const adapter = new RunningAdapter({ settings: wanted, runner, bus, clock, log });
    running = { adapter, key };
    await adapter.start();
  };
  /** Reads the settings and applies them; one change at a time. */
  const refresh = () => {
    changing = changing
      .then(() => settings.read())
      .then(apply)
      .catch((error: unknown) =>
        log.warn('the settings of external control were not read; it is tried again', { error }),
      );
    return changing;
  };
  const reread = () => {
    cancel = clock.schedule(rereadMS, () => void refresh().then(() => (isStopped ? undefined : reread())));
  };
  return {
    async start(): Promise<void> {
      for (const entity of ['externalControlSettings', 'featureFlags'] as const)
        subscriptions.push(await bus.subscribe(busSubjects.entity.of(entity), () => void refresh()));
      await refresh();
      reread();
    },
    async stop(): Promise<void> {
      isStopped = true;
      cancel();
      await Promise.all(subscriptions.map((subscription) => subscription.close()));
      await changing;
      await running?.adapter.close();
      settings.close();
      runner.channel.close();
    },
  };
}
