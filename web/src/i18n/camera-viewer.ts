import { addTexts } from './add-texts.ts';
import { cameraViewerDe } from './de/camera-viewer.ts';
import { cameraViewerEn } from './en/camera-viewer.ts';

// Texts of screens that are seldom open load with them, in every language.
addTexts('en', 'cameraViewer', cameraViewerEn);
addTexts('de', 'cameraViewer', cameraViewerDe);
