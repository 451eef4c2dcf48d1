import type { ControllerMode } from './robot-driver.ts';

/** Modes that may follow each mode: the diagram of the controller. Staying in a mode is always possible. */
export const modeTransitions: Readonly<Record<ControllerMode, readonly ControllerMode[]>> = {
  braked: ['standing', 'fault'],
  standing: ['executing', 'jogging', 'guided', 'braked', 'fault'],
  executing: ['pausing', 'paused', 'stopping', 'standing', 'braked', 'fault'],
  pausing: ['paused', 'stopping', 'standing', 'braked', 'fault'],
  paused: ['executing', 'jogging', 'guided', 'standing', 'braked', 'fault'],
  stopping: ['standing', 'braked', 'fault'],
  jogging: ['stopping', 'standing', 'braked', 'fault'],
  guided: ['stopping', 'standing', 'braked', 'fault'],
  fault: ['braked'],
};
