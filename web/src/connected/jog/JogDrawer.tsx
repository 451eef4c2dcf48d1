import '../../i18n/jog.ts';
import '../../i18n/scene.ts';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../../ui/theme/theme.ts';
import { AlignTool } from './AlignTool.tsx';
import { BrakesSwitch } from './BrakesSwitch.tsx';
import { GoTo } from './GoTo.tsx';
import { GuidedButton } from './GuidedButton.tsx';
import styles from './Jog.module.css';
import { JogPanel } from './JogPanel.tsx';
import { ToolFacts } from './ToolFacts.tsx';
import { TypedTarget } from './TypedTarget.tsx';
import { useJog } from './use-jog.ts';
import { WayOutPanel } from './WayOutPanel.tsx';

/** Jog panel beside a screen on which positions are taught. Closing it ends every motion that it started. */
export default function JogDrawer({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const jog = useJog();
  const isDisabled = jog.block !== undefined;
  return (
    <aside className={styles.drawer} aria-label={t('move.drawer')} data-testid="jog-drawer">
      <header className={styles.drawerHead}>
        <h2>{t('move.drawer')}</h2>
        <BrakesSwitch size="md" block={jog.block} />
        <ActionIcon size="md" aria-label={t('move.closeDrawer')} onClick={onClose}>
          <IconX size={iconSizes.sm} aria-hidden />
        </ActionIcon>
      </header>
      <WayOutPanel />
      <JogPanel
        settings={jog.settings}
        press={jog.press}
        reason={jog.reason}
        isDisabled={isDisabled}
        onSettings={jog.setSettings}
        onStart={jog.start}
        onEnd={jog.end}
      />
      <ToolFacts />
      <div className={styles.actions}>
        <GuidedButton isDisabled={isDisabled} />
        <GoTo isDisabled={isDisabled} onStart={jog.goTo} onEnd={jog.end} />
        <TypedTarget jog={jog} />
        <AlignTool jog={jog} />
      </div>
    </aside>
  );
}
