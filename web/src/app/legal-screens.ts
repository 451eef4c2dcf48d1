import { lazyScreen } from '../ui/lazy-screen.ts';

/** Accessible to all visitors, signed in or not. */
export const PrivacyScreen = lazyScreen(() => import('../features/help/PrivacyScreen.tsx'));
export const TermsScreen = lazyScreen(() => import('../features/help/TermsScreen.tsx'));
