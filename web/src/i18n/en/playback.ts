import type { Texts } from '../en.ts';

/** Texts of the bar that plays recordings: of runs and of dry runs. */
export const playbackEn = {
  instant: 'Time in the run',
  afterEnd: '(after the end)',
  play: 'Play the recording',
  pause: 'Pause replay',
  stepBefore: 'Previous step',
  stepAfter: 'Next step',
  speed: 'Speed of the replay',
  dryRun: {
    title: 'Motion of the dry run',
    notLive: 'Dry run: not the current position of the arm',
    close: 'Close the dry run',
  },
} as const;

export type PlaybackTexts = Texts<typeof playbackEn>;
