import { type FlagCategory, flagEntry, flagNames } from '@cellwright/domain/cell';
import {
  IconBug,
  IconCamera,
  IconChevronRight,
  IconListSearch,
  IconPackage,
  IconPlugConnected,
  IconPuzzle,
  IconRobot,
  IconSettings,
  IconShield,
  IconStethoscope,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { resolveFlag } from '../../api/flags.ts';
import { useFlagOverrides, useSharedFlags } from '../../api/use-flags.ts';
import { Page, Section } from '../../ui/Page.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './ControlPanel.module.css';
import { flagScreens } from './categories.ts';
import { LockButton } from './LockButton.tsx';
import { NetworkSection } from './NetworkSection.tsx';

/** Screens other than those of flags, by section. */
const sections = [
  {
    section: 'safety',
    screens: [{ to: '/control-panel/safety-rules', Icon: IconShield, title: 'safetyRules' }],
  },
  {
    section: 'movement',
    screens: [{ to: '/control-panel/simulator-bot', Icon: IconRobot, title: 'simulatorBot' }],
  },
  {
    section: 'vision',
    screens: [{ to: '/control-panel/camera-viewer', Icon: IconCamera, title: 'cameraViewer' }],
  },
  {
    section: 'equipment',
    screens: [
      { to: '/control-panel/equipment-inspector', Icon: IconListSearch, title: 'equipmentInspector' },
      { to: '/control-panel/external-control', Icon: IconPlugConnected, title: 'externalControl' },
    ],
  },
  {
    section: 'infra',
    screens: [
      { to: '/control-panel/config-editor', Icon: IconSettings, title: 'configEditor' },
      { to: '/control-panel/software', Icon: IconPackage, title: 'software' },
      { to: '/control-panel/diagnostics', Icon: IconStethoscope, title: 'diagnostics' },
      { to: '/control-panel/bug-reporting', Icon: IconBug, title: 'bugReporting' },
    ],
  },
  {
    section: 'other',
    screens: [{ to: '/control-panel/kind-packages', Icon: IconPuzzle, title: 'kindPackages' }],
  },
] as const;

/** Index of the control panel. */
export function PanelIndex() {
  const { t } = useTranslation('controlPanel');
  const count = useOnCount();
  return (
    <Page title={t('title')} actions={<LockButton />}>
      <Section title={t('index')}>
        <p className={styles.muted}>{t('indexHelp')}</p>
        <div className={styles.cards}>
          {flagScreens.map(({ category, to, Icon }) => (
            <Link key={category} to={to} className={styles.link}>
              <Icon size={iconSizes.md} aria-hidden />
              <span className={styles.linkText}>
                <strong>{t(`categories.${category}.title`)}</strong>
                <span className={styles.muted}>{t(`categories.${category}.text`)}</span>
              </span>
              <span className={styles.muted}>{count(category)}</span>
              <IconChevronRight size={iconSizes.sm} aria-hidden />
            </Link>
          ))}
        </div>
      </Section>
      {sections.map(({ section, screens }) => (
        <Section key={section} title={t(`sections.${section}`)}>
          <div className={styles.cards}>
            {screens.map(({ to, Icon, title }) => (
              <Link key={to} to={to} className={styles.link}>
                <Icon size={iconSizes.md} aria-hidden />
                <span className={styles.linkText}>
                  <strong>{t(title)}</strong>
                  <span className={styles.muted}>{t(`${title}Text`)}</span>
                </span>
                <IconChevronRight size={iconSizes.sm} aria-hidden />
              </Link>
            ))}
          </div>
        </Section>
      ))}
      <NetworkSection />
    </Page>
  );
}

/** Returns a function for the number of flags of a kind that are on here; empty until the cell has answered. */
function useOnCount(): (category: FlagCategory) => string {
  const { t } = useTranslation('controlPanel');
  const { data } = useSharedFlags();
  const overrides = useFlagOverrides();
  return (category) => {
    if (!data) return '';
    const isOn = flagNames.filter(
      (name) => flagEntry(name).category === category && resolveFlag(name, data[name], overrides),
    );
    return t('onCount', { count: isOn.length });
  };
}
