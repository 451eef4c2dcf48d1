import type { Position } from '@cellwright/domain/robot';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconPlayerTrackNext, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { findAll } from '../../api/find-all.ts';
import { HoldButton } from '../../ui/hold/HoldButton.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Jog.module.css';
import {
  type ChosenPlace,
  findChosen,
  maxPlacesShown,
  type PlaceToGo,
  placesToGo,
  readyPose,
  searchPlaces,
} from './places-to-go.ts';

interface Props {
  readonly isDisabled: boolean;
  onStart(position: Position, onLate: () => void): void;
  onEnd(): void;
}

/** Moves to Home or a saved position while the button is held. */
export function GoTo({ isDisabled, onStart, onEnd }: Props) {
  const { t } = useTranslation();
  const { data: items, isPending } = useQuery({
    queryKey: ['globalSpace', 'places'],
    queryFn: ({ signal }) => findAll((query) => cell.globalSpace.find(query, signal)),
  });
  const places = useMemo(
    () => [...placesToGo(items ?? []), { id: 'ready', name: t('move.ready'), position: readyPose }],
    [items, t],
  );
  const [chosen, choose] = useState<ChosenPlace>();
  // The initial choice is made once: it does not follow changes of the list.
  if (chosen === undefined && !isPending) choose(places[0]);
  const place = findChosen(places, chosen);
  return (
    <>
      <PlaceSelect places={places} chosen={chosen} isGone={chosen !== undefined && !place} onChoose={choose} />
      <HoldButton
        isDisabled={isDisabled || !place}
        onStart={(onLate) => place && onStart(place.position, onLate)}
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

interface PlaceSelectProps {
  readonly places: readonly PlaceToGo[];
  readonly chosen: ChosenPlace | undefined;
  readonly isGone: boolean;
  onChoose(place: ChosenPlace): void;
}

/** Select of a place, with a search if there are many. The chosen place stays in the list. */
function PlaceSelect({ places, chosen, isGone, onChoose }: PlaceSelectProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const isLong = places.length > maxPlacesShown;
  const found = isLong ? searchPlaces(places, search) : places;
  const isShown = chosen === undefined || found.some(({ id, name }) => id === chosen.id && name === chosen.name);
  const goneLabel = t('move.placeGone', { name: chosen?.name ?? '' });
  return (
    <>
      {isLong && (
        <TextInput
          size="xl"
          className={styles.grow}
          aria-label={t('move.findPlace')}
          placeholder={t('move.findPlace')}
          leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
          error={found.length === 0 && t('move.noSuchPlace')}
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
        />
      )}
      <NativeSelect
        size="xl"
        className={styles.grow}
        aria-label={t('move.goTo')}
        error={isGone && t('move.chooseAgain')}
        data={[
          ...(isShown ? [] : [{ value: '', label: isGone ? goneLabel : `${t('move.goTo')}: ${chosen.name}` }]),
          ...found.map(({ id, name }) => ({ value: id, label: `${t('move.goTo')}: ${name}` })),
        ]}
        value={isShown ? (chosen?.id ?? '') : ''}
        onChange={({ currentTarget: { value } }) => {
          const place = found.find(({ id }) => id === value);
          if (place) onChoose(place);
        }}
      />
    </>
  );
}
