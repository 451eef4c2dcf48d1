import type { MountedTool } from '@cellwright/domain/run';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { Section } from '../../ui/Page.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Box.module.css';

/** Selects the active end of the changer on the flange: its tool then provides the TCP. */
export function ActiveEnd({ tool: { ends = [], activeEnd } }: { readonly tool: MountedTool }) {
  const { t } = useTranslation();
  const { command, pending } = useCommand();
  const isStale = useRobot((status) => status.isStale);
  return (
    <Section title={t('box.activeEnd')}>
      <p className={styles.muted}>{t('box.activeEndHelp')}</p>
      <div className={styles.buttons}>
        {ends.map(({ end, name }) => (
          <Button
            key={end}
            size="md"
            variant={end === activeEnd ? 'filled' : 'default'}
            aria-pressed={end === activeEnd}
            leftSection={end === activeEnd ? <IconCheck size={iconSizes.sm} aria-hidden /> : undefined}
            loading={pending === 'setActiveEnd'}
            disabled={isStale}
            onClick={() => void command('setActiveEnd', { end })}
          >
            {t('box.end', { end, name: name || t('box.noTool') })}
          </Button>
        ))}
      </div>
    </Section>
  );
}
