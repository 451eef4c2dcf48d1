import i18next from 'i18next';
import { runs } from './en/runs.ts';

// They load with their screens. Another language loads whole, when it is chosen.
i18next.addResourceBundle('en', 'translation', { runs }, true);
