import i18next from 'i18next';
import { box } from './en/box.ts';

// They load with their screens. Another language loads whole, when it is chosen.
i18next.addResourceBundle('en', 'translation', { box }, true);
