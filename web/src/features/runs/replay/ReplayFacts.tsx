import type { Instant } from '@cellwright/client';
import type { Run } from '@cellwright/domain/run';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RunStatusChip } from '../../../parts/RunStatusChip.tsx';
import { describeReason } from '../../../parts/recovery/describe-reason.ts';
import { Section } from '../../../ui/Page.tsx';
import { Quantity } from '../../../ui/Quantity.tsx';
import { valueText } from '../../../ui/value-text.ts';
import runStyles from '../Runs.module.css';
import { useStepSentence } from '../use-step-sentence.ts';
import { findArc } from './arc-log.ts';
import styles from './Replay.module.css';

const degrees = 180 / Math.PI;

interface ReplayFactsProps {
  readonly run: Run;
  readonly instant: Instant | undefined;
  /** Kinds of steps by id. */
  readonly kinds: ReadonlyMap<string, string>;
}

/** Played step, and the state of arm, variables and ports at an instant. */
export function ReplayFacts({ run, instant, kinds }: ReplayFactsProps) {
  const { t } = useTranslation();
  const sentenceOf = useStepSentence(run);
  if (!instant) return <Skeleton h="100%" radius={0} aria-label={t('screen.loading')} />;
  const { state, joints } = instant;
  const arc = findArc(instant);
  const step = state.run?.currentStepID ?? null;
  const high = Object.keys(state.io).filter((name) => state.io[name] === 'high');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keyboard, too
    <section className={runStyles.side} tabIndex={0} aria-label={t('runs.playing')} data-testid="replay-facts">
      <Section title={t('runs.step')}>
        <Facts>
          <dt>{t('runs.status')}</dt>
          <dd>{state.run && <RunStatusChip status={state.run.status} />}</dd>
          <dt>{t('runs.step')}</dt>
          <dd data-testid="replay-step">
            {step === null
              ? t('runs.noStep')
              : `${state.run?.currentStepPath} ${sentenceOf(step, kinds.get(step) ?? null)}`}
          </dd>
          <dt>{t('runs.cycles')}</dt>
          <dd className="tabular">{state.run?.cycleCount ?? 0}</dd>
        </Facts>
        {(state.failure ?? state.prompt) && (
          <p>{state.failure ? describeReason(state.failure) : state.prompt?.message}</p>
        )}
      </Section>
      <Section title={t('runs.joints')}>
        {joints ? (
          <Facts>
            {joints.map((angle, joint) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a joint is its number
              <Pair key={joint} name={`J${joint}`}>
                <Quantity value={angle * degrees} digits={1} unit="°" />
              </Pair>
            ))}
          </Facts>
        ) : (
          <span className={runStyles.muted}>{t('runs.notHeard')}</span>
        )}
      </Section>
      {arc && (
        <Section title={t('runs.arc')}>
          <Facts>
            <Pair name={t('runs.arcLog.columns.voltage')}>
              <span data-testid="replay-voltage">{valueText(t, arc.voltage)}</span>
            </Pair>
            <Pair name={t('runs.arcLog.columns.current')}>{valueText(t, arc.current)}</Pair>
            <Pair name={t('runs.arcLog.columns.wireSpeed')}>{valueText(t, arc.wireSpeed)}</Pair>
          </Facts>
        </Section>
      )}
      <Section title={t('runs.variables')}>
        <Facts>
          {Object.entries(state.variables).map(([id, { name, value }]) => (
            <Pair key={id} name={name}>
              {valueText(t, value)}
            </Pair>
          ))}
        </Facts>
        {Object.keys(state.variables).length === 0 && <span className={runStyles.muted}>{t('runs.noVariables')}</span>}
      </Section>
      <Section title={t('runs.highPorts')}>
        <span className={styles.ports} data-testid="replay-high">
          {high.join(', ') || t('runs.noHighPort')}
        </span>
      </Section>
    </section>
  );
}

function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={runStyles.facts}>{children}</dl>;
}

function Pair({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div style={{ display: 'contents' }}>
      <dt>{name}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}
