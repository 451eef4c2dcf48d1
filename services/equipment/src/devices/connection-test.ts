import { type Clock, ProductError, rest, withEither } from '@cellwright/domain/basics';
import {
  type ConnectionTest,
  type ConnectionTestRequest,
  connectionAdvice,
  connectionTestMS,
  type EquipmentLiveState,
} from '@cellwright/domain/equipment';
import {
  addressOf,
  type EquipmentConfig,
  isPackagedConfig,
  type NetworkAddress,
  noAddress,
  parseEquipmentConfig,
} from '@cellwright/equipment/contracts';
import {
  type AnyDriver,
  BoxInMemory,
  createDriver,
  type DeviceModules,
  type DeviceTransports,
  readOnly,
} from '@cellwright/equipment/drivers';
import { createSim, type SimContext } from '@cellwright/equipment/sims';

/** Maximum time to close the connection after the test. */
const closeMS = 1000;

export interface ConnectionTestDeps {
  readonly clock: Clock;
  readonly transports: { readonly toDevice: DeviceTransports; readonly toSimulator: DeviceTransports };
  /** Returns a free port for a simulator. */
  readonly findPort: () => Promise<number>;
  readonly takePhoto?: SimContext['takePhoto'];
  readonly modules?: DeviceModules;
  /** Returns the name of the device that the live robot is connected to at an address; undefined for none. */
  readonly findConnected: (address: NetworkAddress) => string | undefined;
}

export type TestConnection = (request: ConnectionTestRequest, signal: AbortSignal) => Promise<ConnectionTest>;

/** Creates the test of a connection with a configuration that is not stored. One runs at a time. */
export function createConnectionTest(deps: ConnectionTestDeps): TestConnection {
  let isRunning = false;
  return async ({ config, target }, signal) => {
    const tested = readTested(config);
    if (isRunning) throw new ProductError('rate_limited', 'Another connection test is running. Try again in a moment');
    isRunning = true;
    try {
      return await (target === 'device' ? testDevice(deps, tested, signal) : testSimulator(deps, tested, signal));
    } finally {
      isRunning = false;
    }
  };
}

interface Tested {
  readonly config: EquipmentConfig;
  readonly address: NetworkAddress;
}

/** @throws ProductError when the configuration is not valid, or the device has no network address */
function readTested(raw: unknown): Tested {
  const parsed = parseEquipmentConfig(raw);
  if (!parsed.isValid) throw new ProductError('invalid_parameters', parsed.config.problems.join('. '));
  const address = addressOf(parsed.config);
  if ('ports' in address || address === noAddress) {
    throw new ProductError('equipment_no_matching', `'${parsed.config.name}' has no network connection to test`);
  }
  return { config: parsed.config, address };
}

/**
 * @throws ProductError conflict when the device accepts only one connection, and has it: a second one could end the
 * first
 */
async function testDevice(deps: ConnectionTestDeps, tested: Tested, signal: AbortSignal): Promise<ConnectionTest> {
  const { toDevice } = deps.transports;
  const user = deps.findConnected(tested.address);
  if (user === undefined) return testAt(deps, tested, toDevice, signal);
  const refuse = (): never => {
    const problem = `'${user}' is connected at this address, and a second connection would disturb it`;
    throw new ProductError('conflict', `${problem}. Its state is shown in Devices`);
  };
  if (isPackagedConfig(tested.config)) refuse();
  return testAt(deps, tested, { ...toDevice, openScanner: refuse }, signal);
}

async function testSimulator(deps: ConnectionTestDeps, { config }: Tested, signal: AbortSignal) {
  const { clock, takePhoto, modules } = deps;
  const sim = createSim(config, { clock, takePhoto, modules, boxes: [] });
  const address = { host: '127.0.0.1', port: await deps.findPort() };
  try {
    await sim.start(address.port);
    return await testAt(deps, { config, address }, deps.transports.toSimulator, signal);
  } finally {
    await sim.close();
  }
}

async function testAt(
  { clock, modules }: ConnectionTestDeps,
  { config, address }: Tested,
  transports: DeviceTransports,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  // Wires that a device on a network has as well are not part of the test.
  const openPorts = () => new BoxInMemory(clock).open();
  const driver = createDriver(config, { ...readOnly(transports), address, clock, openPorts, modules });
  const startedAt = clock.now();
  try {
    driver.start();
    const hasAnswered = await answersWithin(driver, clock, signal);
    return describeTest(driver.state(), hasAnswered, clock.now() - startedAt);
  } finally {
    // A request without an answer must not delay the result.
    await Promise.race([driver.close(), clock.sleep(closeMS)]);
  }
}

async function answersWithin(driver: AnyDriver, clock: Clock, caller: AbortSignal): Promise<boolean> {
  const enough = new AbortController();
  return withEither(caller, enough.signal, async (signal) => {
    const late = rest(clock, connectionTestMS, signal);
    const hasAnswered = await Promise.race([driver.whenKnown().then(() => true), late.then(() => false)]);
    enough.abort();
    return hasAnswered;
  });
}

function describeTest(state: EquipmentLiveState, hasAnswered: boolean, elapsedMS: number): ConnectionTest {
  const outcome = judge(state, hasAnswered);
  const advice = outcome === 'connected' ? null : connectionAdvice[outcome];
  return { outcome, advice, elapsedMS: Math.round(elapsedMS), state };
}

function judge({ connected, error }: EquipmentLiveState, hasAnswered: boolean): ConnectionTest['outcome'] {
  if (connected) return error === undefined ? 'connected' : 'fault';
  return hasAnswered ? 'notConnected' : 'noAnswer';
}
