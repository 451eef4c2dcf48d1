import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quantityText } from '../../ui/quantity-text.ts';
import { Amount, isWithin, scale } from './Amount.tsx';
import styles from './Box.module.css';
import { TrialSection } from './TrialSection.tsx';
import { type TrialProps, useDeviceTrial } from './use-device-trial.ts';

const speeds = { minimum: 1, maximum: 100 };

/** Drives the lift that the arm stands on to a height, slowly at first. */
export function TryLift({ device, description: { heightRange } }: TrialProps<'lift'>) {
  const { t } = useTranslation();
  const heights = scale(heightRange, 1000);
  const [height, setHeight] = useState<number | string>(heights.minimum);
  const [speed, setSpeed] = useState<number | string>(20);
  const trial = useDeviceTrial(device, 'lift', ({ heightMeters }) =>
    t('box.liftOutcome', { height: quantityText(heightMeters * 1000, 1) }),
  );
  const move = () => trial.send('move', { heightMeters: Number(height) / 1000, speedFraction: Number(speed) / 100 });
  const isReady = isWithin(height, heights) && isWithin(speed, speeds);
  return (
    <TrialSection
      device={device}
      trial={trial}
      actions={[{ id: 'move', label: t('box.moveLift'), isReady, run: move }]}
    >
      <div className={styles.fields}>
        <Amount label={t('box.height')} unit="mm" range={heights} value={height} onChange={setHeight} />
        <Amount label={t('box.fingerSpeed')} unit="%" range={speeds} value={speed} onChange={setSpeed} />
      </div>
    </TrialSection>
  );
}
