import { Slider } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../api/use-command.ts';
import { useRobot } from '../../../api/use-robot.ts';
import styles from '../Editor.module.css';

/** The override of all motion; it shows what the robot confirmed once it is let go. */
export function SpeedSlider() {
  const { t } = useTranslation();
  const { command } = useCommand();
  const [dragged, setDragged] = useState<number>();
  const confirmed = useRobot(({ state }) => Math.round((state?.speedRestrictionPercentage ?? 1) * 100));
  const shown = dragged ?? confirmed;
  return (
    <div className={styles.speed}>
      <span className="tabular">
        {t('speed.label')} {shown} %
      </span>
      <Slider
        size="lg"
        classNames={{ trackContainer: styles.sliderTrack }}
        min={1}
        max={100}
        label={null}
        thumbLabel={t('speed.label')}
        value={shown}
        onChange={setDragged}
        onChangeEnd={(value) =>
          void command('setSpeedRestrictionPercentage', { value: value / 100 }).finally(() => setDragged(undefined))
        }
      />
    </div>
  );
}
