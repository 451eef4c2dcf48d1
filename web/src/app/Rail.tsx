import { useComputedColorScheme } from '@mantine/core';
import {
  IconAdjustmentsCog,
  IconArrowsMove,
  IconBox,
  IconHelp,
  IconHistory,
  IconHome,
  IconLanguage,
  IconMapPin,
  IconMoon,
  IconRoute,
  IconSun,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { flagOverrides } from '../api/flags.ts';
import { chooseLanguage } from '../i18n/index.ts';
import { followInPage } from '../ui/follow-in-page.ts';
import { iconSizes } from '../ui/theme/theme.ts';
import styles from './Frame.module.css';
import { SignOut } from './SignOut.tsx';

const places = [
  { to: '/', label: 'nav.home', Icon: IconHome },
  { to: '/routines', label: 'nav.routines', Icon: IconRoute },
  { to: '/move', label: 'nav.move', Icon: IconArrowsMove },
  { to: '/scene', label: 'nav.scene', Icon: IconMapPin },
  { to: '/runs', label: 'nav.runs', Icon: IconHistory },
  { to: '/box', label: 'nav.box', Icon: IconBox },
  { to: '/users', label: 'nav.users', Icon: IconUsers },
] as const;

/** @param onHelp called instead of leaving the screen for the help */
export function Rail({ onHelp }: { onHelp(): void }) {
  const { t, i18n } = useTranslation();
  const openHelp = (event: MouseEvent) => {
    // On the help screens it leads to all articles.
    if (!window.location.pathname.startsWith('/help')) followInPage(event, onHelp);
  };
  const isDark = useComputedColorScheme('light') === 'dark';
  const SchemeIcon = isDark ? IconSun : IconMoon;
  const otherScheme = t(isDark ? 'nav.toLight' : 'nav.toDark');
  const otherLanguage = i18n.language === 'de' ? 'English' : 'Deutsch';
  return (
    <nav className={styles.rail} aria-label={t('nav.main')}>
      {places.map(({ to, label, Icon }) => (
        <Link key={to} to={to} className={styles.place} activeOptions={{ exact: to === '/' }}>
          <Icon size={iconSizes.md} aria-hidden />
          {t(label)}
        </Link>
      ))}
      <div className={styles.spacer} />
      <Link to="/help" className={styles.place} onClick={openHelp}>
        <IconHelp size={iconSizes.md} aria-hidden />
        {t('nav.help')}
      </Link>
      <button
        type="button"
        className={styles.place}
        onClick={() => void chooseLanguage(i18n.language === 'de' ? 'en' : 'de')}
        aria-label={`${t('nav.language')}: ${otherLanguage}`}
      >
        <IconLanguage size={iconSizes.md} aria-hidden />
        {otherLanguage}
      </button>
      <button
        type="button"
        className={styles.place}
        onClick={() => flagOverrides.set('darkMode', !isDark)}
        aria-label={`${t('nav.theme')}: ${otherScheme}`}
      >
        <SchemeIcon size={iconSizes.md} aria-hidden />
        {otherScheme}
      </button>
      <SignOut />
      <Link to="/control-panel" className={styles.place}>
        <IconAdjustmentsCog size={iconSizes.md} aria-hidden />
        {t('nav.controlPanel')}
      </Link>
    </nav>
  );
}
