import {
  assemblySizes,
  type CommandResult,
  commandResults,
  controlBits,
  type InputPartName,
  inputParts,
  ioPortCounts,
  ioPortName,
  lineClient,
  packBits,
  runnerStateKinds,
  statusBits,
  writePart,
} from '@cellwright/domain/robot';
import { type RobotSessionState, runStatusSchema } from '@cellwright/domain/run';

/** Data of the input assembly that are not of the robot session. */
export interface LineStatus {
  readonly commandEcho: number;
  readonly heartbeatEcho: number;
  readonly heartbeat: number;
  readonly result: CommandResult;
  /** Wall-clock time, for the time of the run. */
  readonly now: Date;
}

/** Returns the input assembly. Without a state of the session, all but the line's own data are zero. */
export function createInputImage(state: RobotSessionState | undefined, line: LineStatus): Uint8Array {
  const values: Partial<Record<InputPartName, number>> = {
    CommandEcho: line.commandEcho,
    CommandResult: commandResults.indexOf(line.result),
    Heartbeat: line.heartbeat,
    HeartbeatEcho: line.heartbeatEcho,
    ...(state && describeSession(state, line.now)),
  };
  const image = new Uint8Array(assemblySizes.input);
  for (const part of inputParts) writePart(image, part, values[part.name] ?? 0);
  return image;
}

function describeSession(state: RobotSessionState, now: Date): Partial<Record<InputPartName, number>> {
  const { run } = state;
  const runSeconds = run ? Math.max(0, Math.floor((now.getTime() - Date.parse(run.startedAt)) / 1000)) : 0;
  return {
    Status: packBits(statusBits, readStatus(state)),
    Control: packBits(controlBits, readControl(state)),
    CycleCount: run?.cycleCount ?? 0,
    RunSeconds: runSeconds,
    SpeedPermille: Math.round(state.speedRestrictionPercentage * 1000),
    SessionState: runnerStateKinds.indexOf(state.kind),
    RunStatus: run ? runStatusSchema.options.indexOf(run.status) + 1 : 0,
    DigitalInputs: readPorts(state, 'Input'),
    DigitalOutputs: readPorts(state, 'Output'),
    StopCount: state.stopEpoch % 0x1_0000,
  };
}

function readStatus(state: RobotSessionState) {
  const { kind, isPaused, safety, motionActivity, brakes } = state;
  return {
    Ready: kind === 'Idle' && state.isControllerConnected && !safety.isEStopped,
    Running: kind === 'RoutineRunning' && !isPaused,
    Paused: kind === 'RoutineRunning' && isPaused,
    Failed: kind === 'Failure',
    EmergencyStopped: safety.isEStopped,
    SafeguardOpen: safety.isSafeguardOpen,
    Moving: motionActivity === 'moving',
    BrakesEngaged: brakes === 'engaged',
  };
}

function readControl(state: RobotSessionState) {
  const holderID = state.control?.holder?.clientID;
  return {
    MayCommand: holderID === undefined || holderID === lineClient.id,
    HasControl: holderID === lineClient.id,
    RoutineLoaded: state.routine !== null,
    Asking: state.prompt !== null,
    ControllerConnected: state.isControllerConnected,
    Twin: state.isTwin,
  };
}

function readPorts({ io }: RobotSessionState, kind: 'Input' | 'Output'): number {
  const ports = Array.from({ length: ioPortCounts[kind] }, (_, index) => ioPortName({ kind, port: index + 1 }));
  return ports.reduce((value, name, index) => value + (io[name] === 'high' ? 2 ** index : 0), 0);
}
