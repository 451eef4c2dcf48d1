import type { AntigravityConfig, IOLevel, OutputHold, SafetyRules } from '@cellwright/domain/robot';
import type { ContactSurface } from '@cellwright/domain/space';
import type { Trajectory } from '@cellwright/trajectory';
import type { FaultRequest, ForceLimits } from './forces.ts';
import type { MountedTool } from './robot-driver.ts';

/** An output to set. `name` is unchecked: the controller validates it. */
export interface OutputRequest {
  readonly name: string;
  readonly level: IOLevel;
  /** 0 for a level; otherwise the output returns to its previous level after this time. */
  readonly pulseSeconds: number;
  readonly hold?: OutputHold | undefined;
}

/** The connecting service, and the secret that proves it to the controller. */
export interface LinkProof {
  readonly caller: string;
  readonly secret: string;
  /** Certificate, key and authorities for a controller that requires TLS, PEM. They are never sent. */
  readonly tls?: { readonly certificate: string; readonly key: string; readonly ca: string } | undefined;
}

/** Commands of a commander in terms of the product. Numbers are unchecked: they may be not finite. */
export type ControllerCommand =
  | {
      readonly kind: 'hello';
      readonly commander: string;
      readonly takesCommand: boolean;
      /** Absent on a connection that has already been proved. */
      readonly proof?: LinkProof | undefined;
    }
  | { readonly kind: 'heartbeat' }
  | {
      readonly kind: 'executeTrajectory';
      readonly trajectoryID: string;
      readonly stepID: string;
      readonly trajectory: Trajectory;
      readonly startPathTime: number;
      /** Contact force, N; 0 for none. */
      readonly contactForce: number;
      /** x, y and z of the contact point in the flange frame, metres; empty: the TCP of the tool. */
      readonly contactPoint: readonly number[];
    }
  | { readonly kind: 'jog'; readonly jogID: string; readonly velocities: readonly number[] }
  | { readonly kind: 'endJog'; readonly jogID: string }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'stop'; readonly newEpoch: number; readonly engageBrakes: boolean; readonly reason: string }
  | { readonly kind: 'setOverride'; readonly factor: number }
  | { readonly kind: 'setBrakes'; readonly engaged: boolean }
  | { readonly kind: 'setOutputs'; readonly outputs: readonly OutputRequest[] }
  | { readonly kind: 'setPayload'; readonly massKg: number }
  | { readonly kind: 'setTool'; readonly tool: MountedTool }
  | { readonly kind: 'forceInput'; readonly name: string; readonly level: IOLevel | 'released' }
  | { readonly kind: 'resetFault' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'setGuidedMode'; readonly mode: 'off' | 'normal' | 'slow' }
  | { readonly kind: 'setLedRing'; readonly colors: Uint8Array }
  | { readonly kind: 'setGuidedJoints'; readonly joints: AntigravityConfig['joints'] }
  | { readonly kind: 'setJointBrake'; readonly joint: number; readonly engaged: boolean }
  | ({ readonly kind: 'setForceLimits' } & ForceLimits)
  | ({ readonly kind: 'injectFault' } & FaultRequest)
  | { readonly kind: 'setContactSurfaces'; readonly surfaces: readonly ContactSurface[] }
  | { readonly kind: 'setSafetyRules'; readonly rules: SafetyRules }
  | { readonly kind: 'getLog'; readonly after: number; readonly limit: number };

/** A command with its sequence number on the connection and the stop epoch in which it was decided. */
export interface CommandEnvelope {
  readonly sequence: number;
  readonly epoch: number;
  readonly command: ControllerCommand;
}
