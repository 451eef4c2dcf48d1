import type { FieldProblem, Values } from '../../forms/field-props.ts';
import type { FormField } from '../../forms/form-fields.ts';

/** True if a field counts beside the other values of the configuration. */
type Counts = (values: Values) => boolean;

const onModbus: Counts = ({ interface: line }) => line === 'modbus';
const isWired: Counts = ({ interface: line }) => line !== 'modbus';
const onMachineModbus: Counts = ({ deviceInterface }) => deviceInterface === 'modbusTCP';
const onMachineNetwork: Counts = ({ deviceInterface }) =>
  deviceInterface !== 'controlBoxIO' && deviceInterface !== 'flangeIO';
const onFlangePorts: Counts = (values) =>
  isWired(values) &&
  [values.closeOutput, values.openOutput, values.openSensor, values.closedSensor, values.partSensor].some(
    (port) => typeof port === 'string' && port.startsWith('Flange'),
  );
const byHand: Counts = ({ autoWhiteBalance }) => autoWhiteBalance === false;

const sameFor = (counts: Counts, ...names: readonly string[]): Readonly<Record<string, Counts>> =>
  Object.fromEntries(names.map((name) => [name, counts]));

const machineFields = {
  ...sameFor(onMachineNetwork, 'hostname', 'port', 'timeoutMS'),
  ...sameFor(onMachineModbus, 'unitID', 'registerFunction', 'coilFunction'),
};
const cameraFields = sameFor(byHand, 'whiteBalance');

/** Fields that count only in a mode of their kind. Others always do. */
const conditionsByKind: Readonly<Record<string, Readonly<Record<string, Counts>>>> = {
  CustomGripper: {
    ...sameFor(isWired, 'closeOutput', 'openOutput', 'outputLevel', 'isPulsed'),
    ...sameFor(isWired, 'openSensor', 'closedSensor', 'partSensor', 'sensorLevel'),
    pulseSeconds: (values) => isWired(values) && values.isPulsed === true,
    ...sameFor(onFlangePorts, 'voltage', 'circuit'),
    ...sameFor(onModbus, 'host', 'port', 'unitID', 'connectTimeoutMS', 'timeoutMS', 'registerFunction', 'coilFunction'),
    ...sameFor(onModbus, 'modbusOutputs', 'modbusSensors'),
  },
  SchunkEGx: {
    ...sameFor(onModbus, 'port', 'unitID'),
    httpPort: ({ interface: line }) => line === 'http',
  },
  CustomDevice: {
    ...machineFields,
    ...sameFor(({ deviceInterface }) => deviceInterface === 'flangeIO', 'voltage', 'circuit'),
  },
  CNCMachine: {
    ...machineFields,
    mtConnect: ({ deviceInterface }) => deviceInterface === 'mtConnect',
  },
  CustomCamera: cameraFields,
  WristCamera: cameraFields,
};

/** Fields with defaults that are right for most devices. */
const advancedNames: ReadonlySet<string> = new Set([
  ...['unitID', 'connectTimeoutMS', 'timeoutMS', 'gripTimeoutMS', 'motionTimeoutMS', 'zeroTimeoutMS', 'timeLimitMS'],
  ...['registerFunction', 'coilFunction', 'byteOrder', 'wordOrder', 'vacuumRegister', 'inputOffset', 'outputOffset'],
  ...['httpPort', 'packetIntervalMS', 'inputInstance', 'inputSize', 'outputInstance', 'outputSize'],
  ...['configurationInstance', 'voltageStep', 'currentStep', 'wireSpeedStep'],
  ...['gasPreflowMS', 'arcStartLimitMS', 'arcLostMS', 'wireCheckMS', 'gasPostflowMS'],
  ...['outputLevel', 'sensorLevel', 'brightness', 'contrast', 'exposure', 'sharpness', 'hue'],
  ...['whiteBalance', 'autoWhiteBalance', 'simulatedPart', 'simulatedPartWidth'],
]);

export interface ArrangedFields {
  readonly main: readonly FormField[];
  /** Folded until the user opens them. */
  readonly advanced: readonly FormField[];
}

/**
 * Returns the fields of a configuration that count beside its values, those for few devices apart. A field with a problem
 * is always shown: nothing else explains why the configuration is not valid.
 */
export function arrangeFields(
  kind: string,
  fields: readonly FormField[],
  values: Values,
  problems: readonly FieldProblem[] = [],
): ArrangedFields {
  const conditions = conditionsByKind[kind] ?? {};
  const defaults = Object.fromEntries(fields.map(({ name, defaultValue }) => [name, defaultValue]));
  const known = { ...defaults, ...values };
  const withProblems = new Set(problems.map(({ fieldId = '' }) => fieldId.split('.', 1)[0]));
  const shown = fields.filter(({ name }) => withProblems.has(name) || (conditions[name]?.(known) ?? true));
  return {
    main: shown.filter(({ name }) => !advancedNames.has(name)),
    advanced: shown.filter(({ name }) => advancedNames.has(name)),
  };
}
