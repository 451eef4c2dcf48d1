/** Ways in which the ports of a provocation misbehave. */
export type PortFault =
  | 'outputsFail'
  | 'payloadFails'
  | 'motionFails'
  | 'deviceFails'
  | 'deviceBusy'
  | 'requestUnreachable'
  | 'requestUnanswered'
  | 'variablesVanish'
  | 'inputsVanish'
  | 'visualizationFails'
  | 'codeBlocksOff'
  | 'codeBlocksVanish'
  | 'codeBlockFails'
  | 'codeBlockDoesNotStop';
