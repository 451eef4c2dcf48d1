import { jointCount } from '@cellwright/domain/robot';
import type {
  AddressSpace,
  InstantiateObjectOptions,
  UAObject,
  UAObjectType,
  UAReferenceType,
  UAVariable,
} from 'node-opcua-address-space';
import { standardUnits } from 'node-opcua-data-access';
import { LocalizedText, NodeClass } from 'node-opcua-data-model';
import { DataType, Variant } from 'node-opcua-variant';
import type { RobotReadings } from '../../domain/robot-readings.ts';
import { showValue } from './cell-nodes.ts';
import type { CellReadings, RobotIdentification } from './server-host.ts';
import { bindTaskOperation, operationParts, type TaskOperationDeps } from './task-operation.ts';

const roboticsURI = 'http://opcfoundation.org/UA/Robotics/';
const deviceURI = 'http://opcfoundation.org/UA/DI/';
/** Number of a robot with joints, and of a joint that turns, in the enumerations of OPC 40010-1. */
const articulatedRobot = 1;
const rotaryAxis = 1;

interface Shown {
  readonly variable: UAVariable;
  /** Undefined if the value is unknown. */
  readonly read: (robot: RobotReadings) => number | boolean | string | undefined;
  readonly type: DataType.Double | DataType.Boolean | DataType.Int32 | DataType.String;
  readonly fallback: number | boolean | string;
}

/**
 * Adds the robot by the companion specification for robots, OPC 40010-1: a motion device system with its arm,
 * controller, task and safety state. Returns the function that shows new values.
 */
export function addRobotNodes(
  addressSpace: AddressSpace,
  identification: RobotIdentification,
  operation: TaskOperationDeps,
): (readings: CellReadings | undefined) => void {
  const types = createTypes(addressSpace);
  const devices = addressSpace.rootFolder.objects.getFolderElementByName('DeviceSet', types.device);
  if (!devices) throw new Error('The nodeset of devices has no DeviceSet');
  const system = types.create('MotionDeviceSystemType', { browseName: 'Robot', componentOf: devices });
  const optionals = ['ParameterSet.InControl', 'FlangeLoad'];
  const motionDevices = findObject(system, 'MotionDevices');
  const arm = types.create('MotionDeviceType', { browseName: 'Arm', componentOf: motionDevices, optionals });
  identify(arm, identification);
  setValue(findVariable(arm, 'MotionDeviceCategory'), DataType.Int32, articulatedRobot);
  const controllers = findObject(system, 'Controllers');
  const named = ['CurrentUser.Name'];
  const controller = types.create('ControllerType', {
    ...{ browseName: 'Controller', componentOf: controllers, optionals: named },
  });
  describeController(controller, types, identification);
  const safetyStates = findObject(system, 'SafetyStates');
  const safety = types.create('SafetyStateType', { browseName: 'SafetyState', componentOf: safetyStates });
  controller.addReference({ referenceType: types.reference('Controls'), nodeId: arm });
  controller.addReference({ referenceType: types.reference('HasSafetyStates'), nodeId: safety });
  const task = createTask(controller, types);
  const showOperation = bindTaskOperation(task, operation);
  const shown = [
    ...showArm(arm, types),
    ...showSafety(safety),
    ...showTask(task),
    show(findVariable(findObject(controller, 'CurrentUser'), 'Name'), DataType.String, '', ({ userName }) => userName),
  ];
  return (readings) => {
    const robot = readings?.robot;
    showOperation(readings);
    for (const { variable, read, type, fallback } of shown) {
      const value = robot && read(robot);
      showValue(variable, new Variant({ dataType: type, value: value ?? fallback }), value !== undefined);
    }
  };
}

type Types = ReturnType<typeof createTypes>;

function createTypes(addressSpace: AddressSpace) {
  const robotics = addressSpace.getNamespaceIndex(roboticsURI);
  const device = addressSpace.getNamespaceIndex(deviceURI);
  const find = (name: string, namespace: number): UAObjectType => {
    const type = addressSpace.findObjectType(name, namespace);
    if (!type) throw new Error(`The nodesets have no type ${name}`);
    return type;
  };
  return {
    device,
    create: (name: string, options: InstantiateObjectOptions) => find(name, robotics).instantiate(options),
    createSoftware: (options: InstantiateObjectOptions) => find('SoftwareType', device).instantiate(options),
    reference: (name: string): UAReferenceType => {
      const type = addressSpace.findReferenceType(name, robotics);
      if (!type) throw new Error(`The nodesets have no reference ${name}`);
      return type;
    },
  };
}

function identify(node: UAObject, { manufacturer, model, serialNumber }: RobotIdentification): void {
  setText(findVariable(node, 'Manufacturer'), manufacturer);
  setText(findVariable(node, 'Model'), model);
  setValue(findVariable(node, 'SerialNumber'), DataType.String, serialNumber);
  setValue(findVariable(node, 'ProductCode'), DataType.String, '');
}

function describeController(controller: UAObject, types: Types, identification: RobotIdentification): void {
  identify(controller, identification);
  setValue(findVariable(findObject(controller, 'CurrentUser'), 'Level'), DataType.String, '');
  const software = types.createSoftware({ browseName: 'Cellwright', componentOf: findObject(controller, 'Software') });
  setText(findVariable(software, 'Manufacturer'), 'Cellwright');
  setText(findVariable(software, 'Model'), 'Cellwright');
  setValue(findVariable(software, 'SoftwareRevision'), DataType.String, identification.softwareRevision);
}

function showArm(arm: UAObject, types: Types): Shown[] {
  const axes = findObject(arm, 'Axes');
  const parameters = findObject(arm, 'ParameterSet');
  const mass = findVariable(findObject(arm, 'FlangeLoad'), 'Mass');
  setUnit(mass, standardUnits.kilogram);
  const positions = Array.from({ length: jointCount }, (_, joint) => {
    const axis = types.create('AxisType', { browseName: `Axis${joint + 1}`, componentOf: axes });
    setValue(findVariable(axis, 'MotionProfile'), DataType.Int32, rotaryAxis);
    const position = findVariable(findObject(axis, 'ParameterSet'), 'ActualPosition');
    setUnit(position, standardUnits.degree);
    return show(position, DataType.Double, 0, ({ jointDegrees }) => jointDegrees?.[joint]);
  });
  return [
    ...positions,
    show(findVariable(parameters, 'SpeedOverride'), DataType.Double, 0, ({ speedOverride }) => speedOverride),
    show(findVariable(parameters, 'InControl'), DataType.Boolean, false, ({ isInControl }) => isInControl),
    show(mass, DataType.Double, 0, ({ payloadKg }) => payloadKg),
  ];
}

function showSafety(safety: UAObject): Shown[] {
  const find = (name: string) => findVariable(findObject(safety, 'ParameterSet'), name);
  return [
    show(find('OperationalMode'), DataType.Int32, 0, ({ operationalMode }) => operationalMode),
    show(find('EmergencyStop'), DataType.Boolean, false, ({ isEmergencyStopped }) => isEmergencyStopped),
    show(find('ProtectiveStop'), DataType.Boolean, false, ({ isProtectiveStopped }) => isProtectiveStopped),
  ];
}

function createTask(controller: UAObject, types: Types): UAObject {
  const task = types.create('TaskControlType', {
    ...{ browseName: 'Task', componentOf: findObject(controller, 'TaskControls') },
    optionals: ['ParameterSet.ExecutionMode', ...operationParts],
  });
  setText(findVariable(task, 'ComponentName'), 'Task');
  return task;
}

function showTask(task: UAObject): Shown[] {
  const find = (name: string) => findVariable(findObject(task, 'ParameterSet'), name);
  return [
    show(find('TaskProgramName'), DataType.String, '', ({ programName }) => programName),
    show(find('TaskProgramLoaded'), DataType.Boolean, false, ({ isProgramLoaded }) => isProgramLoaded),
    show(find('ExecutionMode'), DataType.Int32, 0, ({ executionMode }) => executionMode),
  ];
}

function show(variable: UAVariable, type: Shown['type'], fallback: Shown['fallback'], read: Shown['read']): Shown {
  return { variable, read, type, fallback };
}

function findObject(parent: UAObject, name: string): UAObject {
  const found = parent.getComponentByName(name);
  if (found?.nodeClass === NodeClass.Object) return found;
  throw new Error(`The nodesets have no object ${name}`);
}

function findVariable(parent: UAObject | UAVariable, name: string): UAVariable {
  const found = parent.getPropertyByName(name) ?? parent.getComponentByName(name);
  if (found?.nodeClass === NodeClass.Variable) return found;
  throw new Error(`The nodesets have no variable ${name}`);
}

function setValue(variable: UAVariable, dataType: Shown['type'], value: number | string): void {
  variable.setValueFromSource({ dataType, value });
}

function setText(variable: UAVariable, text: string): void {
  variable.setValueFromSource({ dataType: DataType.LocalizedText, value: new LocalizedText({ text }) });
}

function setUnit(variable: UAVariable, value: typeof standardUnits.degree): void {
  findVariable(variable, 'EngineeringUnits').setValueFromSource({ dataType: DataType.ExtensionObject, value });
}
