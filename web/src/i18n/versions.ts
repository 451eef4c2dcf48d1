import { addTexts } from './add-texts.ts';
import { versionsDe } from './de/versions.ts';
import { versionsEn } from './en/versions.ts';

// They load with the editor.
addTexts('en', 'versions', versionsEn);
addTexts('de', 'versions', versionsDe);
