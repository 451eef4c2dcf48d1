/** Ways in which the ports of a provocation misbehave. */
export type PortFault =
  | 'outputsFail'
  | 'payloadFails'
  | 'motionFails'
  | 'gripperFails'
  | 'gripperBusy'
  | 'noGripper'
  | 'variablesVanish'
  | 'inputsVanish'
  | 'codeBlocksOff'
  | 'codeBlocksVanish'
  | 'codeBlockFails'
  | 'codeBlockDoesNotStop';
