import i18next from 'i18next';
import { users } from './en/users.ts';

// They load with their screens. Another language loads whole, when it is chosen.
i18next.addResourceBundle('en', 'translation', { users }, true);
