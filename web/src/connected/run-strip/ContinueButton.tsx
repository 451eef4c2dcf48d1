import type { ResumePlace } from '@cellwright/domain/run';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayOperate } from '../../api/cell.ts';
import { placeText } from '../../parts/resume/place-text.ts';
import type { ResumeStart } from '../../parts/resume/ResumeCard.tsx';
import { startsMotion } from '../../ui/press/marks.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './ContinueButton.module.css';
import { InStrip } from './InStrip.tsx';

interface Props extends Omit<ResumeStart, 'start'> {
  readonly place: ResumePlace;
  start?(): void;
}

/** Button in the strip that continues a run and names the place. */
export function ContinueButton({ place, isReady, isWaiting, start }: Props) {
  const { t } = useTranslation();
  const mayOperate = useMayOperate();
  const { title, step, round } = placeText(t, place.at);
  return (
    <InStrip place="start">
      <Button
        {...startsMotion(`resumeRun ${place.run.id}`)}
        size="xl"
        title={t('resume.moves')}
        disabled={!isReady || !mayOperate}
        loading={isWaiting}
        leftSection={<IconPlayerPlayFilled size={iconSizes.md} aria-hidden />}
        onClick={start}
      >
        <span className={styles.text}>
          <b>{title}</b>
          <VisuallyHidden> – </VisuallyHidden>
          <span>{step}</span>
          {round !== '' && <VisuallyHidden>, </VisuallyHidden>}
          {round !== '' && <span>{round}</span>}
        </span>
      </Button>
    </InStrip>
  );
}
