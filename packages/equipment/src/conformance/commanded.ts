/** Conformance cases for commands of every device, whatever its capability. */
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import {
  type CommandedCapabilityName,
  type CommandedDevice,
  type CommandOf,
  commandedCapabilities,
  type DeviceResult,
  type OutcomeOf,
  resultSchemaOf,
} from '../capabilities/index.ts';
import type { AnySim } from '../sims.ts';
import { equal, holds, matches } from './expect.ts';
import { type DeviceCase, type DeviceRig, inSimulation, never, onAnyDevice } from './rig.ts';

export interface CommandedTrial<Name extends CommandedCapabilityName> {
  readonly capability: Name;
  deviceOf(rig: DeviceRig): CommandedDevice<CommandOf<Name>, OutcomeOf<Name>>;
  /** Returns a command that takes the device a while from its current position. */
  slow(rig: DeviceRig): CommandOf<Name>;
  /** Command that no such device can carry out. */
  readonly impossible: CommandOf<Name>;
  /** Brings the device to a position from which `slow` takes a while. */
  prepare?(rig: DeviceRig): Promise<void>;
  /** Returns the number of commands that a simulated device received, without stops. */
  countCommands(sim: AnySim): number;
}

/** A trial of one device. */
class Attempt<Name extends CommandedCapabilityName> {
  readonly rig: DeviceRig;
  readonly #trial: CommandedTrial<Name>;

  constructor(trial: CommandedTrial<Name>, rig: DeviceRig) {
    this.#trial = trial;
    this.rig = rig;
  }

  begin(signal = never): Promise<DeviceResult<OutcomeOf<Name>>> {
    return this.#trial.deviceOf(this.rig).actuate(this.#trial.slow(this.rig), signal);
  }

  impossible(): Promise<DeviceResult<OutcomeOf<Name>>> {
    return this.rig.settle(this.#trial.deviceOf(this.rig).actuate(this.#trial.impossible, never));
  }

  /** undefined for a real device, whose received commands cannot be inspected. */
  count(): number | undefined {
    return this.rig.sim && this.#trial.countCommands(this.rig.sim);
  }

  /** Checks how often the simulated device was commanded since a count; passes for a real device. */
  wasTold(times: number, since: number | undefined): void {
    if (since !== undefined) equal(this.count(), since + times, 'commands that the device received');
  }
}

/** Cases of a device without trouble, for a simulator and for a real device. */
export function commandedCases<Name extends CommandedCapabilityName>(
  trial: CommandedTrial<Name>,
): readonly DeviceCase[] {
  const attempt = (run: (attempt: Attempt<Name>) => Promise<void>) => async (rig: DeviceRig) => {
    await trial.prepare?.(rig);
    await run(new Attempt(trial, rig));
  };
  const schema = resultSchemaOf<unknown>(commandedCapabilities[trial.capability]);
  return [
    onAnyDevice(
      'succeeds with a result that fits its schema, and sends the command once',
      attempt(async (one) => {
        const since = one.count();
        const result = await one.rig.settle(one.begin());
        matches(result, { ok: true });
        equal(schema.parse(result), result);
        one.wasTold(1, since);
      }),
    ),
    onAnyDevice(
      'rejects an impossible command and sends nothing',
      attempt(async (one) => {
        const since = one.count();
        matches(await one.impossible(), { ok: false, failure: { reason: 'outOfRange' } });
        one.wasTold(0, since);
      }),
    ),
    onAnyDevice(
      'rejects a second command while one is in progress',
      attempt(async (one) => {
        const since = one.count();
        const first = one.begin();
        matches(await one.rig.settle(one.begin()), { ok: false, failure: { reason: 'busy', mayRetry: true } });
        matches(await one.rig.settle(first), { ok: true });
        one.wasTold(1, since);
      }),
    ),
    onAnyDevice(
      'shows busy during a command and idle after it',
      attempt((one) => showsBusy(one.rig, () => one.begin())),
    ),
    onAnyDevice('ends as stopped when the signal aborts, and accepts the next command', attempt(endsAsStopped)),
    onAnyDevice(
      'never sends a command that was stopped before it was sent',
      attempt(async (one) => {
        const since = one.count();
        equal(await one.rig.settle(one.begin(AbortSignal.abort())), { ok: false, stopped: true });
        one.wasTold(0, since);
      }),
    ),
    inSimulation(
      'receives nothing from a stop while it is at rest',
      attempt(async (one) => {
        const since = one.count();
        await one.rig.settle(one.rig.driver.stopMotion());
        one.wasTold(0, since);
      }),
    ),
  ];
}

/** Checks that the device is busy during the command and idle as soon as it has ended. */
export async function showsBusy(rig: DeviceRig, begin: () => Promise<unknown>): Promise<void> {
  await rig.waitForState(({ status }) => status === 'idle');
  await rig.pass(100);
  const statuses: EquipmentLiveState['status'][] = [];
  const end = rig.driver.onChange(({ status }) => {
    if (statuses.at(-1) !== status) statuses.push(status);
  });
  await rig.settle(begin());
  await rig.pass(100);
  end();
  // A measuring device reports changes before the command, too.
  equal(statuses.slice(-2), ['busy', 'idle']);
}

async function endsAsStopped<Name extends CommandedCapabilityName>(one: Attempt<Name>): Promise<void> {
  const abort = new AbortController();
  const result = one.begin(abort.signal);
  await one.rig.waitForState(({ status }) => status === 'busy');
  await one.rig.pass(60);
  abort.abort();
  equal(await one.rig.settle(result), { ok: false, stopped: true });
  await one.rig.waitForState(({ status }) => status === 'idle');
  holds(one.rig.driver.state().connected, 'it is still connected');
  matches(await one.rig.settle(one.begin()), { ok: true });
}
