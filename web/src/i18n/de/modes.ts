import type { ModesTexts } from '../en/modes.ts';

export const modesDe: ModesTexts = {
  live: 'Der echte Arm. Was Sie tun, bewegt ihn.',
  twin: 'Eine simulierte Steuerung anstelle des echten Arms. Nichts Echtes bewegt sich.',
  simulated: 'Ein simulierter Roboter. Nichts Echtes bewegt sich.',
};
