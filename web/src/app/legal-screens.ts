import { lazyScreen } from './lazy-screen.ts';

/** Open to everybody, signed in or not. */
export const PrivacyScreen = lazyScreen(() => import('../features/help/PrivacyScreen.tsx'));
export const TermsScreen = lazyScreen(() => import('../features/help/TermsScreen.tsx'));
