import { readyJoints } from '@cellwright/arm';
import { type JointAngles, jointAnglesSchema, type SpaceItem } from '@cellwright/domain';
import { NativeSelect } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { HoldButton } from '../../ui/hold/HoldButton.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Jog.module.css';

interface Place {
  readonly id: string;
  readonly name: string;
  readonly jointAngles: JointAngles;
}

interface Props {
  readonly isDisabled: boolean;
  onStart(jointAngles: JointAngles): void;
  onEnd(): void;
}

const ready: JointAngles = jointAnglesSchema.parse(readyJoints);

/** Goes to Home or a saved position while the button is held. */
export function GoTo({ isDisabled, onStart, onEnd }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['globalSpace'],
    queryFn: ({ signal }) => cell.globalSpace.find({ limit: 200 }, signal),
  });
  const items = data?.items ?? [];
  const places: Place[] = [...placesIn(items), { id: 'ready', name: t('move.ready'), jointAngles: ready }];
  const [chosenID, setChosenID] = useState<string>();
  const chosen = places.find(({ id }) => id === chosenID) ?? places[0];
  return (
    <>
      <NativeSelect
        size="xl"
        className={styles.grow}
        aria-label={t('move.goTo')}
        data={places.map(({ id, name }) => ({ value: id, label: `${t('move.goTo')}: ${name}` }))}
        value={chosen?.id}
        onChange={(event) => setChosenID(event.currentTarget.value)}
      />
      <HoldButton
        isDisabled={isDisabled || !chosen}
        onStart={() => chosen && onStart(chosen.jointAngles)}
        onEnd={onEnd}
        isGrowing
        testID="go-to"
      >
        <IconPlayerTrackNext size={iconSizes.md} aria-hidden />
        {t('move.hold')}
      </HoldButton>
    </>
  );
}

/** Every position with joint angles, Home first. */
function placesIn(items: readonly SpaceItem[]): Place[] {
  const places = items.flatMap((item) =>
    item.positions.flatMap(({ jointAngles, name }, index) =>
      jointAngles
        ? [{ id: `${item.id}/${index}`, name: name ?? item.name, jointAngles, isHome: item.kind === 'safeHomePose' }]
        : [],
    ),
  );
  return places.sort((one, other) => Number(other.isHome) - Number(one.isHome) || one.name.localeCompare(other.name));
}
