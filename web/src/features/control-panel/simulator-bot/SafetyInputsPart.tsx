import { wiredSafetyPairs } from '@cellwright/domain/robot';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../api/use-command.ts';
import { useRobot } from '../../../api/use-robot.ts';
import { portText } from '../../../i18n/device-parts.ts';
import { Section } from '../../../ui/Page.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import styles from '../ControlPanel.module.css';
import { FactTable } from '../FactTable.tsx';
import { describePair } from './describe-pair.ts';

/** Buttons and gates that are wired to the safety inputs, and what opens and closes them. */
export function SafetyInputsPart() {
  const { t } = useTranslation('simulatorBot');
  return (
    <Section title={t('inputs')}>
      <p className={styles.muted}>{t('inputsHelp')}</p>
      <FactTable
        minWidth={720}
        headings={[t('part'), t('state'), t('action')]}
        rows={wiredSafetyPairs.map((pair) => ({
          id: pair[0],
          cells: [nameOf(pair), <PairState key="state" pair={pair} />, <PairButtons key="action" pair={pair} />],
        }))}
      />
    </Section>
  );
}

type Pair = (typeof wiredSafetyPairs)[number];

/** Returns the name of the button or gate, which is that of its channels without their number. */
function nameOf([first]: Pair): string {
  return portText(first).replace(/ \d+$/, '');
}

function PairState({ pair }: { readonly pair: Pair }) {
  const { t } = useTranslation('simulatorBot');
  const { word, tone } = useRobot(({ state }) => describePair(pair, state?.io));
  return <StatusChip tone={tone} word={t(word)} />;
}

function PairButtons({ pair }: { readonly pair: Pair }) {
  const { t } = useTranslation('simulatorBot');
  const { command, pending } = useCommand();
  const isStale = useRobot((status) => status.isStale);
  const name = nameOf(pair);
  const force = async (levels: readonly ('low' | null)[]) => {
    for (const [index, level] of levels.entries()) {
      const isDone = await command('forceInput', { name: pair[index] ?? '', level });
      if (!isDone) return;
    }
  };
  const actions = [
    { label: t('open'), levels: ['low', 'low'] },
    { label: t('openOne'), levels: ['low', null] },
    { label: t('close'), levels: [null, null] },
  ] as const;
  return (
    <div className={styles.tools}>
      {actions.map(({ label, levels }) => (
        <Button
          key={label}
          size="md"
          variant="default"
          aria-label={`${label}, ${name}`}
          disabled={isStale || pending !== undefined}
          onClick={() => void force(levels)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
