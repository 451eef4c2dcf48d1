import { defineMessages } from '@cellwright/domain/basics';

/** Messages about steps of several kinds: their devices, expressions, targets and speed limits. */
export const stepMessages = defineMessages('step', {
  chooseDevice: (label: string) => `Choose ${label}: the cell has more than one`,
  notSuchDevice: (name: string, label: string) => `This step cannot use ${name} as ${label}. Choose another`,
  notOnFlange: (name: string) =>
    `${name} is actuated but is not the tool on the flange. The arm moves with the TCP of the mounted tool`,
  deprecatedSyntax: 'JavaScript expressions are deprecated. Use variables, sensors, conditions and formulas instead',
  pythonSwitchedOff:
    "Python expressions need the feature flag 'Python expressions'. Enable it, or use a variable, a sensor, a condition or JavaScript",
  scriptUnreadable: (language: string, problem: string) => `The ${language} expression cannot be read: ${problem}`,
  noSuchPort: (name: string) => `There is no port ${name}. Choose another`,
  unnamedUse: (line: number, root: string, example: string) =>
    `Line ${line} uses ${root} without a name. Name each value where it is used, as in ${example}`,
  ambiguousVariable: (count: number, name: string) =>
    `The cell has ${count} variables named '${name}'. Rename all but one, or use an id`,
  notAPortOf: (port: string, kind: string) => `${port} is not a port of ${kind}. Choose another`,
  noSuchSensor: (device: string, sensor: string) =>
    `${device} has no sensor '${sensor}'. Add it to the device, or choose another`,
  noSuchStep: (step: string) => `The routine has no step ${step}. Choose another`,
  chooseSignal: 'Choose the signal of the sensor',
  unreadableSensor: (kind: string) =>
    `A sensor is read over ${kind}. Choose the custom device and its sensor, or use a signal of the control box or the flange`,
  unreadableNamedSensor: (name: string, kind: string) =>
    `The sensor ${name} is read over ${kind}. Choose the custom device and its sensor, or use a signal of the control box or the flange`,
  conditionNotTruth: (value: string) => `A condition must give true or false, not ${value}`,
  notANumber: (value: string) => `${value} is not a number`,
  ifNeedsTruth: (value: string) => `if needs true or false, not ${value}`,
  comparesNumbers: (operator: string, value: string) => `${operator} compares numbers, not ${value}`,
  notTruth: (operator: string, value: string) => `${operator} joins conditions; ${value} is neither true nor false`,
  jointAnglesToMatch: 'Joint angles must be set to match them',
  noMatchInsideAddOffset: 'Match joint angles cannot be used inside an Add Offset step',
  outOfReach: (meters: string, reachMeters: string) =>
    `The target is ${meters} m from the base, out of reach of the arm (${reachMeters} m). Choose a nearer target`,
  oldMotionLimits: 'The format of these custom motion limits is no longer supported. Choose the speed limits again',
  customLimitsMissing: 'Set the custom speed limits, or use those of the step around this one',
  customLimitsUnused: "The custom speed limits are not in force. Set 'Speed limits' to custom, or remove them",
  flagNeeded: (subject: string, flag: string) =>
    `${subject} need the feature flag '${flag}'. Enable it in the control panel, or remove them`,
  machineCannotTell: 'The machine cannot report whether it ran the program. Check it, then continue with the next step',
  atLeast: (minimum: number, unit: string) => `This must be at least ${minimum} ${unit}`,
  atMost: (maximum: number, unit: string) => `This must be at most ${maximum} ${unit}`,
});

/** Messages about a routine as a whole, and about the place of a step in it. */
export const routineMessages = defineMessages('routine', {
  noConfiguration: 'The step has no configuration. Add the step again',
  otherConfiguration: (stepKind: string, configurationKind: string) =>
    `The step is a "${stepKind}", but it has the configuration of a "${configurationKind}"`,
  notInside: (stepKind: string, outerKind: string) =>
    `A "${stepKind}" step may not be used inside a "${outerKind}" step`,
  codeUnreadable: (block: string, problem: string) => `The code of '${block}' cannot be read: ${problem}`,
  repeatedName: (name: string) => `Two variables are named '${name}'. Rename one of them`,
  repeatedVariableID: (id: string) => `Two variables have the id ${id}. Give one of them another id`,
  repeatedItemID: (id: string) => `Two space items have the id ${id}. Give one of them another id`,
  mainLoopNotALoop: 'The main loop must be a Loop step of the routine. Choose it again',
  kindNotBuilt: (kind: string) => `${kind} (unknown): this build cannot play steps of this kind`,
  packageMissing: (kind: string, packageName: string) =>
    `${kind} (unknown): the package ${packageName} is not installed. Install it and restart the cell`,
});
