import { addTexts } from './add-texts.ts';
import { kindPackagesDe } from './de/kind-packages.ts';
import { kindPackagesEn } from './en/kind-packages.ts';

// Texts of screens that are seldom open load with them, in every language.
addTexts('en', 'kindPackages', kindPackagesEn);
addTexts('de', 'kindPackages', kindPackagesDe);
