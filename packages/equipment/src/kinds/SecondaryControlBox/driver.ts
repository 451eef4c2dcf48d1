import type { Result } from '@cellwright/domain/basics';
import { DeviceDriver } from '../../framework/device-driver.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import type { HttpTransport } from '../../transport/http.ts';
import {
  type SecondaryControlBoxConfig,
  type SecondaryControlBoxLiveState,
  secondaryControlBoxContract,
} from './contract.ts';
import { listVariables, paths, readState, readVariables } from './door.ts';

/** Polling interval, also after a failure, ms. */
const followMS = 1000;
const reconnectDelayMS = 2000;

export const secondaryControlBoxDriver: DriverDefinition<typeof secondaryControlBoxContract> = {
  contract: secondaryControlBoxContract,
  create: (config, context) => new SecondaryControlBoxDriver(config, context),
};

type Facts = Pick<SecondaryControlBoxLiveState, 'robotState' | 'variables'>;
type Answer<Value> = Result<Value, string>;

class SecondaryControlBoxDriver
  extends DeviceDriver<SecondaryControlBoxLiveState>
  implements EquipmentDriver<SecondaryControlBoxLiveState, 'variables'>
{
  readonly capabilities = { variables: { list: () => this.state().variables } };
  readonly #config: SecondaryControlBoxConfig;
  readonly #http: HttpTransport;
  #facts: Facts | undefined;
  #problem: string | undefined;

  constructor(config: SecondaryControlBoxConfig, { address, clock, openHttp }: DriverContext) {
    super(clock);
    const { connectTimeoutMS, timeoutMS } = config;
    this.#config = config;
    this.#http = openHttp({ ...address, connectTimeoutMS, timeoutMS });
  }

  state(): SecondaryControlBoxLiveState {
    const { robotState, variables = [] } = this.#facts ?? {};
    const status = this.#facts ? 'idle' : this.#problem === undefined ? 'initializing' : 'error';
    return { connected: this.#facts !== undefined, status, error: this.#problem, robotState, variables };
  }

  /** This cell may neither move nor stop the robot of the other box. */
  async stopMotion(): Promise<void> {}

  protected disconnect(): Promise<void> {
    return this.#http.close();
  }

  protected async read(): Promise<number> {
    const looked = await this.#look();
    if (this.isClosing) return reconnectDelayMS;
    this.#facts = looked.ok ? looked.value : undefined;
    this.#problem = looked.ok ? undefined : looked.error;
    return looked.ok ? followMS : reconnectDelayMS;
  }

  async #look(): Promise<Answer<Facts>> {
    const listed = await this.#ask(paths.variables, readVariables);
    if (!listed.ok) return listed;
    const session = await this.#ask(paths.state, readState);
    if (!session.ok) return session;
    const { kind: robotState, variables } = session.value;
    return { ok: true, value: { robotState, variables: listVariables(listed.value, variables) } };
  }

  async #ask<Value>(path: string, read: (body: string) => Value | undefined): Promise<Answer<Value>> {
    const { name, token } = this.#config;
    const headers = { authorization: `Bearer ${token}` };
    const outcome = await this.#http.ask({ method: 'GET', path, headers });
    if (!outcome.ok) return failed(`${outcome.failure.message}. Check the power, cable and address of '${name}'`);
    const { status, body } = outcome.value;
    if (status === 401 || status === 403)
      return failed(`'${name}' rejected the token. Create a token with read access there, and enter it here`);
    if (status === 429) return failed(`'${name}' received too many requests from this cell; trying again soon`);
    if (status === 503) return failed(`'${name}' is starting; trying again soon`);
    const value = status === 200 ? read(body) : undefined;
    if (value !== undefined) return { ok: true, value };
    return failed(`The server is not a control box with this software (status ${status}). Check host and port`);
  }
}

function failed(error: string): Answer<never> {
  return { ok: false, error };
}
