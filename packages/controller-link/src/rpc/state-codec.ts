import { allPorts, type IOLevel, type IOLevels, ioPortName, type JointAngles } from '@cellwright/domain/robot';
import type { ControllerState as WireState } from '@cellwright/proto/controller';
import { ControllerMode as WireMode } from '@cellwright/proto/controller';
import type { ControllerMode, ControllerState } from '../robot-driver.ts';
import { isStopKind } from '../stop-table.ts';
import { RulesDecoder, rulesToWire } from './safety-rules-codec.ts';

const wireModes: Readonly<Record<ControllerMode, WireMode>> = {
  braked: WireMode.CONTROLLER_MODE_BRAKED,
  standing: WireMode.CONTROLLER_MODE_STANDING,
  executing: WireMode.CONTROLLER_MODE_EXECUTING,
  pausing: WireMode.CONTROLLER_MODE_PAUSING,
  paused: WireMode.CONTROLLER_MODE_PAUSED,
  stopping: WireMode.CONTROLLER_MODE_STOPPING,
  jogging: WireMode.CONTROLLER_MODE_JOGGING,
  guided: WireMode.CONTROLLER_MODE_GUIDED,
  fault: WireMode.CONTROLLER_MODE_FAULT,
};
const modesByWire = new Map<WireMode, ControllerMode>([
  [WireMode.CONTROLLER_MODE_BRAKED, 'braked'],
  [WireMode.CONTROLLER_MODE_STANDING, 'standing'],
  [WireMode.CONTROLLER_MODE_EXECUTING, 'executing'],
  [WireMode.CONTROLLER_MODE_PAUSING, 'pausing'],
  [WireMode.CONTROLLER_MODE_PAUSED, 'paused'],
  [WireMode.CONTROLLER_MODE_STOPPING, 'stopping'],
  [WireMode.CONTROLLER_MODE_JOGGING, 'jogging'],
  [WireMode.CONTROLLER_MODE_GUIDED, 'guided'],
  [WireMode.CONTROLLER_MODE_FAULT, 'fault'],
]);
const portNames = allPorts.map(ioPortName);
const noBytes = Buffer.alloc(0);
const dark = new Uint8Array();

/** Encodes states and lists the high ports again only when they changed. */
export class StateEncoder {
  private revision = -1;
  private highPorts: string[] = [];

  encode(state: ControllerState, inCommand: boolean): WireState {
    if (state.ioRevision !== this.revision) {
      this.revision = state.ioRevision;
      this.highPorts = portNames.filter((name) => state.io[name] === 'high');
    }
    return {
      time: state.time,
      mode: wireModes[state.mode],
      positions: [...state.positions],
      velocities: [...state.velocities],
      stopEpoch: state.stopEpoch,
      brakesEngaged: state.brakes === 'engaged',
      overrideFactor: state.overrideFactor,
      trajectoryId: state.trajectoryID ?? '',
      pathTime: state.pathTime,
      highPorts: this.highPorts,
      isEstopped: state.isEStopped,
      isSafeguardOpen: state.isSafeguardOpen,
      safetyRules: state.safetyRules === null ? undefined : rulesToWire(state.safetyRules),
      payloadMassKg: state.payloadMassKg,
      toolName: state.toolName,
      hasCommander: state.hasCommander,
      ioRevision: state.ioRevision,
      inCommand,
      lastStop: state.lastStop ?? '',
      latchedBy: state.latchedBy ?? '',
      externalTorques: [...state.externalTorques],
      toolWrench: [...state.toolWrench],
      unbrakedJoints: [...state.unbrakedJoints],
      ledColors: state.ledColors.length === 0 ? noBytes : Buffer.from(state.ledColors),
    };
  }
}

/** Decodes states and returns the same `io` object until the ports change. */
export class StateDecoder {
  private revision = -1;
  private io: IOLevels = {};
  private readonly rules = new RulesDecoder();

  /** Decodes a state. Returns undefined when the message is not a valid one. */
  decode(wire: WireState): ControllerState | undefined {
    const mode = modesByWire.get(wire.mode);
    const positions = readJoints(wire.positions);
    const velocities = readJoints(wire.velocities);
    if (mode === undefined || positions === undefined || velocities === undefined) return undefined;
    if (wire.ioRevision !== this.revision) {
      this.revision = wire.ioRevision;
      this.io = readLevels(wire.highPorts);
    }
    return {
      time: wire.time,
      mode,
      positions,
      velocities,
      stopEpoch: wire.stopEpoch,
      brakes: wire.brakesEngaged ? 'engaged' : 'disengaged',
      overrideFactor: wire.overrideFactor,
      trajectoryID: wire.trajectoryId === '' ? null : wire.trajectoryId,
      pathTime: wire.pathTime,
      io: this.io,
      ioRevision: wire.ioRevision,
      isEStopped: wire.isEstopped,
      isSafeguardOpen: wire.isSafeguardOpen,
      safetyRules: this.rules.decode(wire.safetyRules),
      payloadMassKg: wire.payloadMassKg,
      toolName: wire.toolName,
      hasCommander: wire.hasCommander,
      lastStop: isStopKind(wire.lastStop) ? wire.lastStop : null,
      latchedBy: isStopKind(wire.latchedBy) ? wire.latchedBy : null,
      externalTorques: wire.externalTorques,
      toolWrench: wire.toolWrench,
      unbrakedJoints: wire.unbrakedJoints,
      ledColors: wire.ledColors.length === 0 ? dark : new Uint8Array(wire.ledColors),
    };
  }
}

function readLevels(highPorts: readonly string[]): IOLevels {
  const high = new Set(highPorts);
  return Object.fromEntries(portNames.map((name): [string, IOLevel] => [name, high.has(name) ? 'high' : 'low']));
}

function readJoints(values: readonly number[]): JointAngles | undefined {
  const [j0, j1, j2, j3, j4, j5] = values;
  if (values.length !== 6 || j0 === undefined || j1 === undefined || j2 === undefined) return undefined;
  if (j3 === undefined || j4 === undefined || j5 === undefined) return undefined;
  return [j0, j1, j2, j3, j4, j5];
}
