/** Ways in which the ports of a provocation misbehave. */
export type PortFault =
  | 'outputsFail'
  | 'payloadFails'
  | 'motionFails'
  | 'toolNotMounted'
  | 'deviceFails'
  | 'deviceBusy'
  /** A machine tool reports a fault while a program runs. */
  | 'machineFaults'
  /** A machine tool does not take the signal back that the robot is clear of it. */
  | 'cellSafeStays'
  /** A camera sends no pictures. */
  | 'cameraLost'
  | 'requestUnreachable'
  | 'requestUnanswered'
  | 'variablesVanish'
  | 'inputsVanish'
  | 'visualizationFails'
  | 'codeBlocksOff'
  | 'codeBlocksVanish'
  | 'codeBlockFails'
  | 'codeBlockDoesNotStop';
