import { ActionIcon, Slider } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import '../../i18n/playback.ts';
import { Segments } from '../../ui/Segments.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { formatDuration } from '../format-duration.ts';
import { type Mark, markBeside, markSeconds } from './marks.ts';
import { type Controls, type PlaybackStatus, playbackSpeeds, type Recorded } from './playback.ts';
import { instantOf } from './playback-time.ts';
import styles from './ScrubBar.module.css';

/** Distance of PageUp and PageDown, s. */
const pageSeconds = 2;

interface ScrubBarProps {
  readonly playback: Controls;
  readonly status: Omit<PlaybackStatus<never>, 'instant'>;
  readonly replay: Recorded;
  /** Duration of the run, seconds. */
  readonly length: number;
  readonly marks: readonly Mark[];
}

/** Plays a recording and seeks to any instant, by touch, mouse and keyboard. */
export function ScrubBar({ playback, status, replay, length, marks }: ScrubBarProps) {
  const { t } = useTranslation('playback');
  const { at, isPlaying, speed, error } = status;
  const { from, to } = replay;
  const { seconds, isAfterEnd } = instantOf(at, length);
  const instant = `${formatDuration(seconds)} / ${formatDuration(length)}`;
  const shown = isAfterEnd ? `${instant} ${t('afterEnd')}` : instant;
  const before = markBeside(marks, at, 'before');
  const after = markBeside(marks, at, 'after');
  const onKeyDown = (event: KeyboardEvent) => {
    const pages = event.key === 'PageUp' ? 1 : event.key === 'PageDown' ? -1 : 0;
    const isSpace = event.key === ' ' && !(event.target instanceof HTMLButtonElement);
    if (pages === 0 && !isSpace) return;
    event.preventDefault();
    if (pages !== 0) return playback.goTo(at + pages * pageSeconds);
    if (isPlaying) playback.pause();
    else playback.play();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the slider that it does not have itself
    <div className={styles.bar} onKeyDown={onKeyDown}>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <div className={styles.track}>
        <Slider
          min={from}
          max={to}
          step={0.1}
          value={at}
          onChange={(value) => playback.goTo(value)}
          label={null}
          size="xl"
          thumbSize={28}
          classNames={{ root: styles.slider, trackContainer: styles.slider }}
          thumbLabel={t('instant')}
          thumbProps={{ 'aria-valuetext': shown }}
        />
        <Marks marks={marks} from={from} to={to} />
      </div>
      <div className={styles.controls}>
        <ActionIcon
          size="md"
          variant="default"
          aria-label={t('stepBefore')}
          disabled={!before}
          onClick={() => before && playback.goTo(before.at + markSeconds)}
        >
          <IconPlayerSkipBackFilled size={iconSizes.sm} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size="md"
          variant="filled"
          color="orange"
          aria-label={t(isPlaying ? 'pause' : 'play')}
          onClick={() => (isPlaying ? playback.pause() : playback.play())}
        >
          {isPlaying ? (
            <IconPlayerPauseFilled size={iconSizes.md} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={iconSizes.md} aria-hidden />
          )}
        </ActionIcon>
        <ActionIcon
          size="md"
          variant="default"
          aria-label={t('stepAfter')}
          disabled={!after}
          onClick={() => after && playback.goTo(after.at + markSeconds)}
        >
          <IconPlayerSkipForwardFilled size={iconSizes.sm} aria-hidden />
        </ActionIcon>
        <span className={`tabular ${styles.time}`} data-testid="replay-time">
          {shown}
        </span>
        <Segments
          label={t('speed')}
          value={speed}
          onChange={(value) => playback.setSpeed(value)}
          choices={playbackSpeeds.map((value) => ({ value, label: `${value}×` }))}
        />
      </div>
    </div>
  );
}

/** Marks of failures and warnings. */
function Marks({ marks, from, to }: { readonly marks: readonly Mark[]; readonly from: number; readonly to: number }) {
  const share = (at: number) => Math.min(1, Math.max(0, (at - from) / Math.max(to - from, 0.001)));
  return (
    <div className={styles.marks} aria-hidden>
      {marks
        .filter(({ kind }) => kind !== 'step')
        .map(({ at, kind }) => (
          <span key={`${kind} ${at}`} data-kind={kind} style={{ insetInlineStart: `${share(at) * 100}%` }} />
        ))}
    </div>
  );
}
