import type { Position } from '@cellwright/domain';
import { NativeSelect } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { HoldButton } from '../../ui/hold/HoldButton.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Jog.module.css';
import { placesToGo, readyPose } from './places-to-go.ts';

interface Props {
  readonly isDisabled: boolean;
  onStart(position: Position, onLate: () => void): void;
  onEnd(): void;
}

/** Goes to Home or a saved position while the button is held. */
export function GoTo({ isDisabled, onStart, onEnd }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['globalSpace'],
    queryFn: ({ signal }) => cell.globalSpace.find({ limit: 200 }, signal),
  });
  const items = data?.items;
  const places = useMemo(
    () => [...placesToGo(items ?? []), { id: 'ready', name: t('move.ready'), position: readyPose }],
    [items, t],
  );
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
        onStart={(onLate) => chosen && onStart(chosen.position, onLate)}
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
