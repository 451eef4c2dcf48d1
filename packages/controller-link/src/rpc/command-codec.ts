import { simulatedFaultSchema } from '@cellwright/domain/robot';
import { type ContactSurface, contactSurfacesSchema } from '@cellwright/domain/space';
import { CommanderMessage, ForceInput_Level } from '@cellwright/proto/controller';
import type { CommandEnvelope, ControllerCommand } from '../commands.ts';
import type { MountedTool } from '../robot-driver.ts';
import { boundTexts } from './bound-texts.ts';
import { rulesFromWire, rulesToWire } from './safety-rules-codec.ts';

type WireCommand = NonNullable<CommanderMessage['command']>;
type WireTool = Extract<WireCommand, { $case: 'setTool' }>['value']['tool'];

/** Encodes a command as the bytes of one frame, without the length. */
export function encodeCommand({ sequence, epoch, command }: CommandEnvelope): Uint8Array {
  return CommanderMessage.encode({ sequence, stopEpoch: epoch, command: toWire(command) }).finish();
}

export type DecodedCommand =
  | { readonly ok: true; readonly envelope: CommandEnvelope }
  /** `sequence` is set if only the command inside was invalid. */
  | { readonly ok: false; readonly sequence?: number; readonly problem: string };

/** Decodes one frame of a commander. Never throws, for any bytes. */
export function decodeCommand(bytes: Uint8Array): DecodedCommand {
  try {
    const { sequence, stopEpoch, command } = CommanderMessage.decode(bytes);
    const wired = command === undefined ? 'the message holds no known command' : fromWire(command);
    const read = typeof wired === 'string' ? wired : boundTexts(wired);
    if (typeof read === 'string') return { ok: false, sequence, problem: read };
    return { ok: true, envelope: { sequence, epoch: stopEpoch, command: read } };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : 'the message could not be read' };
  }
}

const forceLevels = {
  released: ForceInput_Level.LEVEL_RELEASED,
  low: ForceInput_Level.LEVEL_LOW,
  high: ForceInput_Level.LEVEL_HIGH,
} as const;

function toWire(command: ControllerCommand): WireCommand {
  switch (command.kind) {
    case 'hello': {
      const { commander, takesCommand, proof } = command;
      const value = { commander, takesCommand, service: proof?.caller ?? '', secret: proof?.secret ?? '' };
      return { $case: 'hello', value };
    }
    case 'executeTrajectory': {
      const { trajectoryID, stepID, trajectory, startPathTime, contactForce, contactPoint } = command;
      const points = trajectory.points.map(({ timeFromStart, positions, velocities, accelerations }) => ({
        timeFromStart,
        positions: [...positions],
        velocities: [...velocities],
        accelerations: [...accelerations],
      }));
      const value = { trajectoryId: trajectoryID, stepId: stepID, trajectory: { points } };
      return {
        $case: 'executeTrajectory',
        value: { ...value, startPathTime, contactForce, contactPoint: [...contactPoint] },
      };
    }
    case 'jog':
      return { $case: 'jogJoints', value: { jogId: command.jogID, velocities: [...command.velocities] } };
    case 'endJog':
      return { $case: 'endJog', value: { jogId: command.jogID } };
    case 'stop': {
      const { newEpoch, engageBrakes, reason } = command;
      return { $case: 'stop', value: { newEpoch, engageBrakes, reason } };
    }
    case 'setOverride':
      return { $case: 'setOverride', value: { factor: command.factor } };
    case 'setBrakes':
      return { $case: 'setBrakes', value: { engaged: command.engaged } };
    case 'setOutputs': {
      const outputs = command.outputs.map(({ name, level, pulseSeconds }) => ({
        name,
        high: level === 'high',
        pulseSeconds,
      }));
      return { $case: 'setOutputs', value: { outputs } };
    }
    case 'setPayload':
      return { $case: 'setPayload', value: { massKg: command.massKg } };
    case 'setTool': {
      const centreOfGravity = [...command.tool.centreOfGravity];
      return { $case: 'setTool', value: { tool: { ...command.tool, centreOfGravity, boxes: [] } } };
    }
    case 'forceInput':
      return { $case: 'forceInput', value: { name: command.name, level: forceLevels[command.level] } };
    case 'setGuidedMode':
      return { $case: 'setGuidedMode', value: { enabled: command.mode !== 'off', slow: command.mode === 'slow' } };
    case 'setLedRing':
      return { $case: 'setLedRing', value: { colors: Buffer.from(command.colors) } };
    case 'setGuidedJoints': {
      const joints = command.joints.map(({ isEnabled, maxSpeed }) => ({ enabled: isEnabled, maxSpeed: maxSpeed ?? 0 }));
      return { $case: 'setGuidedJoints', value: { joints } };
    }
    case 'setJointBrake':
      return { $case: 'setJointBrake', value: { joint: command.joint, engaged: command.engaged } };
    case 'setForceLimits': {
      const { maxTorques, collisionThresholds } = command;
      const value = { maxTorques: [...maxTorques], collisionThresholds: [...collisionThresholds] };
      return { $case: 'setForceLimits', value };
    }
    case 'injectFault':
      return { $case: 'injectFault', value: { fault: command.fault, joint: command.joint, size: command.size } };
    case 'setContactSurfaces':
      return { $case: 'setContactSurfaces', value: { surfaces: command.surfaces.map(toWireSurface) } };
    case 'setSafetyRules':
      return { $case: 'setSafetyRules', value: { rules: rulesToWire(command.rules) } };
    case 'getLog':
      return { $case: 'getLog', value: { after: command.after, limit: command.limit } };
    default:
      return { $case: command.kind, value: {} };
  }
}

/** Returns the command, or the missing part. */
function fromWire(wire: WireCommand): ControllerCommand | string {
  switch (wire.$case) {
    case 'hello': {
      const { service, secret, ...hello } = wire.value;
      return { kind: 'hello', ...hello, ...(service === '' ? {} : { proof: { caller: service, secret } }) };
    }
    case 'executeTrajectory': {
      const { trajectoryId, stepId, trajectory, ...rest } = wire.value;
      if (trajectory === undefined) return 'the trajectory is missing';
      return { kind: 'executeTrajectory', trajectoryID: trajectoryId, stepID: stepId, trajectory, ...rest };
    }
    case 'jogJoints':
      return { kind: 'jog', jogID: wire.value.jogId, velocities: wire.value.velocities };
    case 'endJog':
      return { kind: 'endJog', jogID: wire.value.jogId };
    case 'stop':
      return { kind: 'stop', ...wire.value };
    case 'setOverride':
      return { kind: 'setOverride', factor: wire.value.factor };
    case 'setBrakes':
      return { kind: 'setBrakes', engaged: wire.value.engaged };
    case 'setOutputs': {
      const outputs = wire.value.outputs.map(
        ({ name, high, pulseSeconds }) => ({ name, level: high ? 'high' : 'low', pulseSeconds }) as const,
      );
      return { kind: 'setOutputs', outputs };
    }
    case 'setPayload':
      return { kind: 'setPayload', massKg: wire.value.massKg };
    case 'setTool': {
      const tool = readTool(wire.value.tool);
      return tool === undefined ? 'the tool, its TCP or its centre of gravity is missing' : { kind: 'setTool', tool };
    }
    case 'forceInput': {
      const level = readForceLevel(wire.value.level);
      return level === undefined ? 'the level is unknown' : { kind: 'forceInput', name: wire.value.name, level };
    }
    case 'setGuidedMode': {
      const { enabled, slow } = wire.value;
      const mode = slow ? 'slow' : 'normal';
      return { kind: 'setGuidedMode', mode: enabled ? mode : 'off' };
    }
    case 'setLedRing':
      return { kind: 'setLedRing', colors: new Uint8Array(wire.value.colors) };
    case 'setGuidedJoints': {
      const joints = wire.value.joints.map(({ enabled, maxSpeed }) => ({
        isEnabled: enabled,
        maxSpeed: maxSpeed === 0 ? null : maxSpeed,
      }));
      return { kind: 'setGuidedJoints', joints };
    }
    case 'setJointBrake':
      return { kind: 'setJointBrake', ...wire.value };
    case 'setForceLimits':
      return { kind: 'setForceLimits', ...wire.value };
    case 'injectFault': {
      const fault = simulatedFaultSchema.safeParse(wire.value.fault);
      return fault.success ? { kind: 'injectFault', ...wire.value, fault: fault.data } : 'the fault is unknown';
    }
    case 'setContactSurfaces': {
      const read = contactSurfacesSchema.safeParse({ surfaces: wire.value.surfaces.map(fromWireSurface) });
      return read.success ? { kind: 'setContactSurfaces', ...read.data } : 'a surface is not as it should be';
    }
    case 'setSafetyRules': {
      const rules = wire.value.rules && rulesFromWire(wire.value.rules);
      return rules === undefined ? 'a safety rule is not as it should be' : { kind: 'setSafetyRules', rules };
    }
    case 'getLog':
      return { kind: 'getLog', after: wire.value.after, limit: wire.value.limit };
    default:
      return { kind: wire.$case };
  }
}

function readTool(tool: WireTool): MountedTool | undefined {
  if (tool?.tcp === undefined) return undefined;
  const { name, tcp, massKg } = tool;
  const [x, y, z] = tool.centreOfGravity;
  if (x === undefined || y === undefined || z === undefined) return undefined;
  return { name, tcp, massKg, centreOfGravity: [x, y, z] };
}

type WireSurface = Extract<WireCommand, { $case: 'setContactSurfaces' }>['value']['surfaces'][number];

function toWireSurface({ name, pose, shape, stiffness, damping }: ContactSurface): WireSurface {
  const boxSize = shape.kind === 'box' ? [...shape.size] : [];
  return { name, pose, boxSize, stiffness, damping };
}

function fromWireSurface({ boxSize, ...rest }: WireSurface) {
  return { ...rest, shape: boxSize.length === 0 ? { kind: 'plane' } : { kind: 'box', size: boxSize } };
}

function readForceLevel(level: ForceInput_Level): 'released' | 'low' | 'high' | undefined {
  switch (level) {
    case ForceInput_Level.LEVEL_RELEASED:
      return 'released';
    case ForceInput_Level.LEVEL_LOW:
      return 'low';
    case ForceInput_Level.LEVEL_HIGH:
      return 'high';
    default:
      return undefined;
  }
}
