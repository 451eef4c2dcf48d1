import type { PlaybackTexts } from '../en/playback.ts';

export const playbackDe: PlaybackTexts = {
  instant: 'Zeitpunkt des Laufs',
  afterEnd: '(nach dem Ende)',
  play: 'Aufzeichnung abspielen',
  pause: 'Aufzeichnung anhalten',
  stepBefore: 'Zum Schritt davor',
  stepAfter: 'Zum nächsten Schritt',
  speed: 'Geschwindigkeit der Wiedergabe',
  dryRun: {
    title: 'Bewegung des Probelaufs',
    notLive: 'Probelauf: nicht, wie der Arm jetzt steht',
    close: 'Probelauf schließen',
  },
};
