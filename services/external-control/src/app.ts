/** External control: follows its settings and the feature flag, and runs the protocols that they switch on. */

import type { Clock } from '@cellwright/domain/basics';
import { busSubjects, type EventBus, type Logger, type Metrics, type Subscription } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import type { WantedControl } from './domain/wanted-control.ts';
import { connectPeople } from './rpc/people.ts';
import { connectRunner } from './rpc/runner-client.ts';
import { connectSettings } from './rpc/settings.ts';
import type { RunningControl } from './running-control.ts';

export { followSwitch } from './events/follow-switch.ts';

export interface ExternalControlDeps {
  /** gRPC addresses. */
  readonly addresses: { readonly runner: string; readonly identity: string };
  readonly proofs: Proofs<'external-control'>;
  readonly bus: EventBus;
  /** Folder of the certificate of OPC UA. */
  readonly folder: string;
  /** Name of the running build. */
  readonly buildID: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Interval at which the settings are read again, for a change that was missed, ms. */
const rereadMS = 5000;

export function build({ addresses, proofs, bus, folder, buildID, clock, log, metrics }: ExternalControlDeps) {
  const runner = connectRunner(addresses.runner, proofs, metrics);
  const identity = { address: addresses.identity, proofs, metrics };
  const settings = connectSettings(identity);
  const people = connectPeople(identity);
  const subscriptions: Subscription[] = [];
  let running: { readonly control: RunningControl; readonly key: string } | undefined;
  let changing: Promise<void> = Promise.resolve();
  let cancel = () => {};
  let isStopped = false;

  const apply = async (wanted: WantedControl | undefined) => {
    const key = JSON.stringify(wanted ?? null);
    if (running?.key === key) return;
    await running?.control.close();
    running = undefined;
    if (!wanted || isStopped) return;
    // Loaded only where it is switched on.
    const { RunningControl } = await import('./running-control.ts');
    const control = new RunningControl({
      ...{ wanted, runner, people, bus, folder, buildID, clock, log },
      readRobotIdentity: settings.readRobotIdentity,
    });
    running = { control, key };
    await control.start();
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
      await running?.control.close();
      settings.close();
      people.close();
      runner.channel.close();
    },
  };
}
