import '../../i18n/examples.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cell, useMayAuthor } from '../../api/cell.ts';
import { StartTour } from '../../connected/tour/StartTour.tsx';
import styles from './Home.module.css';
import parts from './HomeParts.module.css';

/** Offers the examples and the guided tour while the cell has no routine. */
export default function TryExample() {
  const { t } = useTranslation('examples');
  const mayAuthor = useMayAuthor();
  const { data } = useQuery({
    queryKey: ['routines', 'any'],
    queryFn: ({ signal }) => cell.routines.find({ limit: 1 }, signal),
    enabled: mayAuthor,
  });
  if (!mayAuthor || data?.items.length !== 0) return null;
  return (
    <section className={styles.card} aria-label={t('newHere')}>
      <h2>{t('newHere')}</h2>
      <p>{t('newHereHelp')}</p>
      <div className={parts.choices}>
        <Button size="md" variant="default" component={Link} to="/routines?show=examples">
          {t('tryOne')}
        </Button>
        <StartTour />
      </div>
    </section>
  );
}
