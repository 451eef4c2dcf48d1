import { addTexts } from './add-texts.ts';
import { playbackDe } from './de/playback.ts';
import { playbackEn } from './en/playback.ts';

// They load with the screens that play recordings.
addTexts('en', 'playback', playbackEn);
addTexts('de', 'playback', playbackDe);
