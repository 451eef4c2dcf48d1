import { deviceMessages } from '@cellwright/domain/messages';
import { type ActionCommand, type ActionOutcome, findNamed } from '../../capabilities/actions.ts';
import type { DeviceResult } from '../../capabilities/capability.ts';
import { type ForceSample, forceReadings, type Wrench } from '../../capabilities/force-sensor.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import { RegisterDevice } from '../../framework/register-device.ts';
import { toSigned } from '../../framework/signed-words.ts';
import { type OnRobotHEXEConfig, type OnRobotHEXELiveState, onRobotHEXEContract, zeroAction } from './contract.ts';

/** Registers of the HEX-E, offsets 0-based, readings signed. Source: OnRobot's Connectivity Guide. */
export const registers = {
  /** Write: 1 zeroes the current readings. */
  zero: 0x000,
  /** Read: x, y and z of the force, 0.1 N. */
  force: 0x103,
  /** Read: x, y and z of the torque, 0.001 N·m. */
  torque: 0x106,
} as const;
export const scale = { force: 10, torque: 1000 } as const;
const count = 6;

/** Polling interval while the sensor has followers, and without followers, ms. */
const followedPollMS = 10;
const restPollMS = 200;
/** Time that its filter may take to reach zero, ms: readings before that are invalid. */
const settleMS = 100;
/** Maximum reading that counts as zero, N: its noise. */
const zeroWithin = 1;

export const onRobotHEXEDriver: DriverDefinition<typeof onRobotHEXEContract> = {
  contract: onRobotHEXEContract,
  create: (config, context) => new OnRobotHEXEDriver(config, context),
};

class OnRobotHEXEDriver
  extends RegisterDevice<OnRobotHEXELiveState, Wrench>
  implements EquipmentDriver<OnRobotHEXELiveState, 'forceSensor' | 'actions'>
{
  readonly capabilities = {
    forceSensor: { follow: (listener: (sample: ForceSample) => void) => this.#follow(listener) },
    actions: { actuate: (command: ActionCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #config: OnRobotHEXEConfig;
  readonly #followers: Set<(sample: ForceSample) => void>;

  constructor(config: OnRobotHEXEConfig, context: DriverContext) {
    const { unitID, connectTimeoutMS, timeoutMS } = config;
    const followers = new Set<(sample: ForceSample) => void>();
    super(
      {
        label: 'force sensor',
        failureKind: 'ExecutionFailure',
        line: { unitID, connectTimeoutMS, timeoutMS },
        offset: registers.force,
        count,
        decode,
        isBusy: () => false,
        restPollMS: () => (followers.size > 0 ? followedPollMS : restPollMS),
      },
      context,
    );
    this.#config = config;
    this.#followers = followers;
  }

  state(): OnRobotHEXELiveState {
    const { reading } = this;
    return {
      ...this.presence(),
      force: mutable(reading?.force),
      torque: mutable(reading?.torque),
      sensors: forceReadings(reading),
    };
  }

  /** Nothing moves in it. */
  async stopMotion(): Promise<void> {}

  override async close(reason?: string): Promise<void> {
    this.#tell({ ok: false, problem: reason ?? deviceMessages.forceSensorClosed });
    this.#followers.clear();
    await super.close(reason);
  }

  protected override async read(): Promise<number> {
    const waitMS = await super.read();
    if (this.isClosing) return waitMS;
    const { reading } = this;
    const { error: problem = 'The force sensor does not answer' } = this.presence();
    this.#tell(reading ? { ok: true, ...reading } : { ok: false, problem });
    return waitMS;
  }

  #follow(listener: (sample: ForceSample) => void): () => void {
    // Two listeners may be the same function.
    const own = (sample: ForceSample) => listener(sample);
    this.#followers.add(own);
    if (this.isClosing) own({ ok: false, problem: deviceMessages.forceSensorClosed });
    void this.readNow();
    return () => void this.#followers.delete(own);
  }

  #tell(sample: ForceSample): void {
    for (const follower of [...this.#followers]) follower(sample);
  }

  async #actuate({ action }: ActionCommand, signal: AbortSignal): Promise<DeviceResult<ActionOutcome>> {
    const { actions } = onRobotHEXEContract.capabilities.actions(this.#config);
    if (findNamed(actions, action)?.id !== zeroAction) {
      return this.fail('outOfRange', `${this.#config.name} has no action '${action}'; its only action is 'Zero'`);
    }
    const settledAt = this.clock.now() + settleMS;
    const isZero = (reading: Wrench) => this.clock.now() >= settledAt && isAtZero(reading);
    return this.order(signal, {
      offset: registers.zero,
      values: [1],
      patienceMS: this.#config.zeroTimeoutMS,
      judge: (reading) => (isZero(reading) ? { ok: true, value: { sensors: forceReadings(reading) } } : undefined),
      late: ({ force }) => {
        const still = `The force sensor still reads ${Math.hypot(...force).toFixed(1)} N after it was set to zero`;
        return this.fail('targetNotReached', `${still}. Keep the arm still and the tool free of contact`);
      },
    });
  }
}

function decode(words: readonly number[]): Wrench {
  const [fx = 0, fy = 0, fz = 0, tx = 0, ty = 0, tz = 0] = words.map(toSigned);
  const { force, torque } = scale;
  return { force: [fx / force, fy / force, fz / force], torque: [tx / torque, ty / torque, tz / torque] };
}

function isAtZero({ force }: Wrench): boolean {
  return Math.hypot(...force) <= zeroWithin;
}

function mutable(vector: Wrench['force'] | undefined): [number, number, number] | undefined {
  return vector && [...vector];
}
