import { degreesToRadians } from '@cellwright/geometry';
import type { HeldMove, JogVelocity } from '../../api/hand-motion/held-motion.ts';

export type JogMode = 'joint' | 'tool' | 'base';

/** Selectable speeds of the tool in mm/s; rotation has its own in °/s. A setting is an index into both lists. */
export const linearSpeedsMM = [5, 25, 50, 100, 250] as const;
export const angularSpeedsDegrees = [1, 5, 15, 30, 60] as const;
/** Selectable steps; 'continuous' moves while held. */
export const linearStepsMM = [0.1, 1, 5, 10] as const;
export const angularStepsDegrees = [0.05, 0.5, 2.5, 5] as const;

export interface JogSettings {
  readonly mode: JogMode;
  /** Index into the speeds. */
  readonly speed: number;
  /** Index into the steps; undefined for continuous motion. */
  readonly step: number | undefined;
}

/** One press: joint 0–5, or x, y, z, rotation about x, y, z; plus or minus. */
export interface JogPress {
  readonly axis: number;
  readonly direction: 1 | -1;
}

export type JogOrder =
  | { readonly how: 'velocity'; readonly velocity: JogVelocity }
  | { readonly how: 'step'; readonly move: HeldMove };

/** Returns the motion for a press. */
export function planJog(settings: JogSettings, press: JogPress): JogOrder {
  return settings.step === undefined ? planVelocity(settings, press) : planStep(settings, settings.step, press);
}

function planVelocity({ mode, speed }: JogSettings, { axis, direction }: JogPress): JogOrder {
  const angular = direction * degreesToRadians(angularSpeedsDegrees[speed] ?? angularSpeedsDegrees[0]);
  if (mode === 'joint') {
    const at = (joint: number) => (joint === axis ? angular : 0);
    return { how: 'velocity', velocity: { jogKind: 'joint', velocities: [at(0), at(1), at(2), at(3), at(4), at(5)] } };
  }
  const linear = (direction * (linearSpeedsMM[speed] ?? linearSpeedsMM[0])) / 1000;
  return {
    how: 'velocity',
    velocity: {
      jogKind: 'cartesian',
      frame: frameOf(mode),
      linear: alongAxis(axis, linear),
      angular: alongAxis(axis - 3, angular),
    },
  };
}

function planStep({ mode, speed }: JogSettings, step: number, { axis, direction }: JogPress): JogOrder {
  const angle = direction * degreesToRadians(angularStepsDegrees[step] ?? angularStepsDegrees[0]);
  if (mode === 'joint') {
    const cap = degreesToRadians(angularSpeedsDegrees[speed] ?? angularSpeedsDegrees[0]);
    const maxJointSpeeds = [cap, cap, cap, cap, cap, cap];
    return {
      how: 'step',
      move: { kind: 'moveJointRelative', payload: { joint: axis, offset: angle, maxJointSpeeds } },
    };
  }
  const distance = (direction * (linearStepsMM[step] ?? linearStepsMM[0])) / 1000;
  const maxTooltipSpeed = (linearSpeedsMM[speed] ?? linearSpeedsMM[0]) / 1000;
  const payload = {
    frame: frameOf(mode),
    translation: alongAxis(axis, distance),
    rotation: alongAxis(axis - 3, angle),
    maxTooltipSpeed,
  };
  return { how: 'step', move: { kind: 'moveToolRelative', payload } };
}

function frameOf(mode: 'tool' | 'base'): 'tool' | 'robotArm' {
  return mode === 'tool' ? 'tool' : 'robotArm';
}

/** Returns a vector along one of x, y, z (0–2); zero for any other axis. */
function alongAxis(axis: number, value: number): [number, number, number] {
  return [axis === 0 ? value : 0, axis === 1 ? value : 0, axis === 2 ? value : 0];
}
