import '../../i18n/tour.ts';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRobotKind } from '../../api/use-robot.ts';
import { showNote } from '../../ui/toasts.ts';
import type { Rect } from './place-card.ts';
import styles from './Tour.module.css';
import { type TourHint, tourSteps } from './tour-hint.ts';
import { type TourProgress, tourStore } from './tour-progress.ts';
import { useTourHint } from './use-tour-hint.ts';
import { useTourSpot } from './use-tour-spot.ts';

/** Distance of the ring to its control, px. */
const ringGap = 4;

/** Card with the next action of the user, and a ring around the control for it. It follows what the user does. */
export default function Tour({ progress }: { readonly progress: TourProgress }) {
  const hint = useTourHint(progress);
  return hint && <Guide hint={hint} />;
}

function Guide({ hint }: { readonly hint: TourHint }) {
  const { t } = useTranslation('tour');
  const card = useRef<HTMLElement>(null);
  const spot = useTourSpot(card, hint.text, hint.target);
  const isLive = useRobotKind() === 'live';
  const isEnd = hint.step === 'end';
  return (
    <>
      {spot.ring && <div className={styles.ring} style={ringStyle(spot.ring)} data-testid="tour-ring" />}
      <section
        ref={card}
        className={styles.card}
        aria-label={t('title')}
        data-testid="tour"
        data-placed={spot.card !== undefined}
        data-hint={hint.text}
        style={spot.card && { left: spot.card.left, top: spot.card.top }}
      >
        <Heading step={hint.step} />
        <p className={styles.hint} role="status">
          {t(`hints.${hint.text}`)}
        </p>
        {isLive && !isEnd && <p className={styles.note}>{t('onRealArm')}</p>}
        <div className={styles.buttons}>
          <Button size="md" variant={isEnd ? 'filled' : 'subtle'} onClick={isEnd ? finish : () => leave(t('left'))}>
            {t(isEnd ? 'finish' : 'leave')}
          </Button>
        </div>
      </section>
    </>
  );
}

function Heading({ step }: Pick<TourHint, 'step'>) {
  const { t } = useTranslation('tour');
  const isEnd = step === 'end';
  const at = isEnd ? tourSteps.length : tourSteps.indexOf(step);
  return (
    <>
      <span className={styles.count}>
        {isEnd ? t('title') : t('progress', { number: at + 1, count: tourSteps.length })}
      </span>
      <h2>{t(`steps.${step}`)}</h2>
      <ol className={styles.steps} aria-hidden>
        {tourSteps.map((each, index) => (
          <li key={each} data-state={index < at ? 'done' : index === at ? 'now' : 'later'} />
        ))}
      </ol>
    </>
  );
}

function ringStyle({ left, top, right, bottom }: Rect) {
  return {
    left: left - ringGap,
    top: top - ringGap,
    width: right - left + 2 * ringGap,
    height: bottom - top + 2 * ringGap,
    boxSizing: 'border-box',
  } as const;
}

function leave(note: string): void {
  tourStore.change({ isOpen: false });
  showNote(note);
}

function finish(): void {
  tourStore.change({ isOpen: false, isFinished: true });
}
