import type { Clock } from '@cellwright/domain/basics';
import { busSubjects, type EventBus, type Lifecycle, type Logger } from '@cellwright/service-kit';
import { connectSettings, type SettingsDeps } from '../rpc/settings.ts';

export interface FollowedSwitch extends SettingsDeps {
  readonly bus: EventBus;
  readonly lifecycle: Pick<Lifecycle, 'onStop'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Starts the process of external control. */
  readonly start: () => Promise<{ stop(): Promise<void> }>;
}

/** Time until the settings are read again after a failure, ms. */
const retryMS = 5000;

/**
 * Runs the process of external control while its settings and the feature flag switch it on. A cell without it has no
 * such process.
 */
export async function followSwitch({ bus, lifecycle, clock, log, start, ...deps }: FollowedSwitch): Promise<void> {
  const settings = connectSettings(deps);
  let child: { stop(): Promise<void> } | undefined;
  let changing: Promise<void> = Promise.resolve();
  let cancel = () => {};
  let isStopped = false;
  const apply = async (): Promise<void> => {
    const isWanted = (await settings.read()) !== undefined;
    if (isStopped || isWanted === (child !== undefined)) return;
    if (isWanted) {
      log.info('external control is switched on: its process starts');
      child = await start();
      return;
    }
    log.info('external control is switched off: its process ends');
    const ended = child;
    child = undefined;
    await ended?.stop();
  };
  const refresh = (): Promise<void> => {
    cancel();
    changing = changing.then(apply).catch((error: unknown) => {
      if (isStopped) return;
      log.warn('external control was not started or ended; it is tried again', { error });
      cancel = clock.schedule(retryMS, () => void refresh());
    });
    return changing;
  };
  const subscriptions = await Promise.all(
    (['externalControlSettings', 'featureFlags'] as const).map((entity) =>
      bus.subscribe(busSubjects.entity.of(entity), () => void refresh()),
    ),
  );
  // The process itself ends with its supervisor.
  lifecycle.onStop('external control', async () => {
    isStopped = true;
    cancel();
    await Promise.all(subscriptions.map((subscription) => subscription.close()));
    await changing;
    settings.close();
  });
  void refresh();
}
