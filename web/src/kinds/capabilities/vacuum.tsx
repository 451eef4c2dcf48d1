import type { VacuumChannel, VacuumCommand } from '@cellwright/equipment/capabilities';
import { vacuumChannels, vacuumLiveStateSchema } from '@cellwright/equipment/capabilities';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Quantity } from '../../ui/Quantity.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Amount, isWithin, scale } from '../device-parts/Amount.tsx';
import styles from '../device-parts/DeviceParts.module.css';
import { Fact, times } from '../device-parts/Fact.tsx';
import { TrialSection } from '../device-parts/TrialSection.tsx';
import { type TrialProps, useDeviceTrial } from '../device-parts/use-device-trial.ts';
import type { CapabilityUI, FactsProps } from '../device-ui.ts';

export const ui: CapabilityUI<'vacuum'> = { Facts: VacuumFacts, Trial: TryVacuum };

/** Tolerance below the commanded vacuum at which a part counts as held. */
const tolerance = 0.1;

/** Grips and releases with a vacuum gripper. */
function TryVacuum({ device, description: { channels, suctionRange } }: TrialProps<'vacuum'>) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<VacuumChannel | 'all'>('all');
  const suctions = scale(suctionRange, 100);
  const [suction, setSuction] = useState<number | string>(Math.min(60, suctions.maximum));
  const trial = useDeviceTrial(device, 'vacuum', ({ vacuum, gripDetected }) => {
    const measured = channels.map((channel) => `${channel} ${Math.round((vacuum[channel] ?? 0) * 100)} %`).join(', ');
    return t('box.vacuumOutcome', { measured, grip: t(gripDetected ? 'box.held' : 'box.notHeld') });
  });
  const actuate = (asked: string, wanted: number) => {
    const told: VacuumCommand['suction'] = {};
    for (const channel of channels) if (chosen === 'all' || chosen === channel) told[channel] = wanted;
    return trial.send(asked, { suction: told, tolerance, waitForVacuum: true });
  };
  return (
    <TrialSection
      device={device}
      trial={trial}
      actions={[
        { id: 'release', label: t('box.letGo'), isReady: true, run: () => actuate('release', 0) },
        {
          id: 'grip',
          label: t('box.gripPart'),
          isReady: isWithin(suction, suctions),
          run: () => actuate('grip', Number(suction) / 100),
        },
      ]}
    >
      <Segments<VacuumChannel | 'all'>
        label={t('box.channels')}
        value={chosen}
        onChange={setChosen}
        choices={[
          { value: 'all' as const, label: t('box.allChannels') },
          ...channels.map((channel) => ({ value: channel, label: channel })),
        ]}
      />
      <div className={styles.fields}>
        <Amount label={t('box.suction')} unit="%" range={suctions} value={suction} onChange={setSuction} />
      </div>
    </TrialSection>
  );
}

function VacuumFacts({ state }: FactsProps) {
  const { t } = useTranslation();
  const live = vacuumLiveStateSchema.safeParse(state).data;
  if (!live) return null;
  return (
    <>
      {vacuumChannels.map((channel) => (
        <Fact key={channel} term={t('box.vacuumOf', { channel })} testID={`vacuum-${channel}`}>
          <Quantity value={times(live.vacuum?.[channel], 100)} digits={0} unit="%" />
        </Fact>
      ))}
      <Fact term={t('box.grip')}>{t(live.gripDetected ? 'box.yes' : 'box.no')}</Fact>
    </>
  );
}
