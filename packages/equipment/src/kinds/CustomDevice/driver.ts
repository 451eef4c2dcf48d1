import { deviceMessages } from '@cellwright/domain/messages';
import type { IOLevel } from '@cellwright/domain/robot';
import { type ActionCommand, type ActionOutcome, findNamed, type SensorReading } from '../../capabilities/actions.ts';
import type { DeviceFailureReason, DeviceResult } from '../../capabilities/capability.ts';
import { type CommandEnds, DeviceDriver } from '../../framework/device-driver.ts';
import { type DeviceLine, levelOf, openDeviceLine, type SendFailure } from '../../framework/device-lines.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import { isWired } from '../../framework/place-fields.ts';
import { type CustomDeviceConfig, type CustomDeviceLiveState, customDeviceContract } from './contract.ts';
import { type CustomAction, type CustomSensor, nameOfAction } from './contract-fields.ts';

const pollMS = 500;
/** Polling interval while an action waits for its sensor. */
const waitPollMS = 50;
const reconnectDelayMS = 1000;

type Result = DeviceResult<ActionOutcome>;
type LevelReading = Omit<SensorReading, 'value'> & { value?: IOLevel | undefined };
type Known = Pick<LevelReading, 'value' | 'problem'>;

export const customDeviceDriver: DriverDefinition<typeof customDeviceContract> = {
  contract: customDeviceContract,
  create: (config, context) => new CustomDeviceDriver(config, context),
};

/** Sets the outputs of an action once and waits for the sensor that reports its end. */
class CustomDeviceDriver
  extends DeviceDriver<CustomDeviceLiveState>
  implements EquipmentDriver<CustomDeviceLiveState, 'actions'>
{
  readonly capabilities = {
    actions: { actuate: (command: ActionCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #config: CustomDeviceConfig;
  readonly #line: DeviceLine;
  readonly #known = new Map<string, Known>();
  #endListening: () => void = () => undefined;
  #isConnected = false;
  #error: string | undefined;

  constructor(config: CustomDeviceConfig, context: DriverContext) {
    super(context.clock);
    this.#config = config;
    this.#line = openDeviceLine(config, context);
  }

  override start(): void {
    this.#endListening = this.#line.onChange(() => void this.readNow());
    super.start();
  }

  state(): CustomDeviceLiveState {
    const status = this.#isConnected ? (this.isCommanded ? 'busy' : 'idle') : this.#error ? 'error' : 'initializing';
    return { connected: this.#isConnected, status, error: this.#error, sensors: this.#readings() };
  }

  /** Outputs do not change: an output that releases a part when it is switched off must stay on. */
  async stopMotion(): Promise<void> {}

  protected disconnect(): Promise<void> {
    this.#endListening();
    return this.#line.close();
  }

  protected async read(): Promise<number> {
    const { sensors } = this.#config;
    const lost = sensors.length === 0 ? await this.#line.probe() : await this.#readAll(sensors);
    if (this.isClosing) return reconnectDelayMS;
    this.#isConnected = lost === undefined;
    this.#error = lost;
    if (lost !== undefined) this.#known.clear();
    return lost === undefined ? pollMS : reconnectDelayMS;
  }

  async #readAll(sensors: readonly CustomSensor[]): Promise<string | undefined> {
    for (const sensor of sensors) {
      const read = await this.#line.read(sensor);
      if ('lost' in read) return read.lost;
      const wired = isWired(this.#config.deviceInterface);
      this.#known.set(
        sensor.id,
        'problem' in read ? { problem: read.problem } : { value: levelOf(sensor, read.value, wired) },
      );
    }
    return undefined;
  }

  #readings(): LevelReading[] {
    return this.#config.sensors.map(({ id, name, highValueName, lowValueName }) => {
      const { value, problem } = this.#known.get(id) ?? {};
      const valueName = value === 'high' ? highValueName : lowValueName;
      return {
        id,
        name,
        ...(value && { value, valueName }),
        ...(problem === undefined ? {} : { problem }),
      };
    });
  }

  async #actuate({ action: wanted }: ActionCommand, caller: AbortSignal): Promise<Result> {
    const { actions, name: device } = this.#config;
    const named = actions.map((action) => ({ ...action, name: nameOfAction(action) }));
    const action = findNamed(named, wanted);
    if (!action)
      return failed('outOfRange', `${device} has no action '${wanted}'; add it to the device, or choose another`);
    const result = await this.runCommand(caller, ends, (signal) => this.#carryOut(action, signal));
    void this.readNow();
    return result;
  }

  async #carryOut(action: CustomAction, signal: AbortSignal): Promise<Result> {
    const { actionOutputs: outputs } = action;
    void this.readNow();
    const parts = this.#line.sendsTogether ? [outputs] : outputs.map((output) => [output]);
    for (const [index, part] of parts.entries()) {
      const failure = await this.#line.send(part, signal);
      if (failure) return explain(failure, action, index);
    }
    return action.waitForSensor === '' ? this.#outcome() : this.#waitForSensor(action, signal);
  }

  async #waitForSensor(action: CustomAction, signal: AbortSignal): Promise<Result> {
    const { waitForSensor, waitForValue, timeLimitMS } = action;
    const deadline = this.clock.now() + timeLimitMS;
    while (!signal.aborted) {
      await this.waitUntil(deadline, this.readNow());
      if (this.#levelOf(waitForSensor) === waitForValue) return this.#outcome();
      const remainingMS = deadline - this.clock.now();
      if (remainingMS <= 0) return this.#explainLate(action);
      await this.clock.sleep(Math.min(waitPollMS, remainingMS));
    }
    return stopped;
  }

  #explainLate(action: CustomAction): Result {
    const name = nameOfAction(action);
    if (!this.#isConnected)
      return failed(
        'outcomeUnknown',
        `The connection to the device was lost during the command. '${name}' may be done: ${lookFirst}`,
      );
    return failed(
      'timeout',
      `'${action.waitForSensor}' was not ${action.waitForValue} ${action.timeLimitMS} ms after '${name}'; look at the device and its sensor`,
    );
  }

  #levelOf(sensor: string): IOLevel | undefined {
    return findNamed(this.#readings(), sensor)?.value;
  }

  #outcome(): Result {
    return { ok: true, value: { sensors: this.#readings() } };
  }
}

const lookFirst = 'check it before continuing';
const stopped: Result = { ok: false, stopped: true };
const ends: CommandEnds<Result> = {
  busy: () => failed('busy', 'The device is executing another action. Wait until it has ended'),
  stopped,
  closed: (reason) => failed('outcomeUnknown', `${reason}. The action may be done: ${lookFirst}`),
};

/** @param index of the output that failed: those before it are set. */
function explain({ kind, message }: SendFailure, action: CustomAction, index: number): Result {
  const name = nameOfAction(action);
  const before = index === 0 ? '' : `, after ${index} of its outputs were set`;
  switch (kind) {
    case 'stopped':
      return stopped;
    case 'refused':
      return failed('deviceFault', `'${name}' was refused${before}: ${message}`);
    case 'busy':
    case 'unreachable':
      return index === 0
        ? failed(kind, kind === 'busy' ? message : deviceMessages.checkDevice(message, 'device'))
        : failed(
            'outcomeUnknown',
            `'${name}' was aborted${before}: ${message}. The device may be in between: ${lookFirst}`,
          );
    case 'unknown':
      return failed('outcomeUnknown', `${message}. '${name}' may be done: ${lookFirst}`);
  }
}

function failed(reason: DeviceFailureReason, message: string): Result {
  const mayRetry = reason === 'busy' || reason === 'unreachable';
  return { ok: false, failure: { kind: 'ExecutionFailure', reason, message, mayRetry } };
}
