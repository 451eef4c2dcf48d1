import { addTexts } from './add-texts.ts';
import { pictureDe } from './de/picture.ts';
import { pictureEn } from './en/picture.ts';

// They load with the picture.
addTexts('en', 'picture', pictureEn);
addTexts('de', 'picture', pictureDe);
