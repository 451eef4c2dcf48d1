import { translateMessage } from '../../../i18n/cell-words.ts';
import '../../../i18n/pallet.ts';
import { type PalletReport, type StackReport, stackQuestionOf } from '@cellwright/domain/pallet';
import type { SpaceItem, SpaceItemOf } from '@cellwright/domain/space';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconStack2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { useAsked } from '../../../ui/use-asked.ts';
import styles from './Pallet.module.css';

/** A wrong stack usually has many findings. */
const maxShown = 20;

/** Sends a StackQuestion as JSON to the cell; the same function each time. */
export type ProveStack = (question: string, signal: AbortSignal) => Promise<StackReport>;

/** Checks whether the arm can stack all boxes of the current draft, and lists those that it cannot. */
export function StackProof({
  item,
  others,
  proveStack,
}: {
  readonly item: SpaceItemOf<'palletBoxes'>;
  readonly others: readonly SpaceItem[];
  readonly proveStack: ProveStack;
}) {
  const { t } = useTranslation('pallet');
  const question = useMemo(
    () => JSON.stringify(stackQuestionOf(item, (id) => others.find((other) => other.id === id))),
    [item, others],
  );
  const asked = useAsked(question, proveStack);
  const { isRunning, report, isOld, error } = asked;
  const hasBoxes = item.palletBaseIDs.length > 0 && item.layerOrder.length > 0;
  const status = isRunning
    ? t('proof.running')
    : error !== undefined
      ? textOf(error)
      : t(report && isOld ? 'proof.old' : 'proof.help');
  return (
    <section className={styles.card} aria-label={t('proof.title')}>
      <div className={styles.wraps}>
        <Button
          size="md"
          variant="default"
          disabled={isRunning || !hasBoxes}
          leftSection={<IconStack2 size={iconSizes.sm} aria-hidden />}
          onClick={asked.ask}
        >
          {t('proof.title')}
        </Button>
      </div>
      <output className={styles.muted} data-testid="stack-proof">
        {status}
      </output>
      {!isOld && report?.pallets.map((pallet) => <Pallet key={pallet.palletBaseID} pallet={pallet} />)}
    </section>
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function Pallet({ pallet }: { readonly pallet: PalletReport }) {
  const { t } = useTranslation('pallet');
  const { name, boxCount, judgedCount, problems } = pallet;
  const isGood = problems.length === 0 && judgedCount === boxCount;
  const Icon = isGood ? IconCircleCheck : IconAlertTriangle;
  const rest = problems.length - maxShown;
  return (
    <div data-testid="stack-proof-pallet">
      <p className={styles.row}>
        <Icon size={iconSizes.sm} aria-hidden />
        <strong>{t(isGood ? 'proof.good' : 'proof.bad', { name, count: boxCount })}</strong>
      </p>
      <ul className={styles.problems}>
        {problems.slice(0, maxShown).map(({ kind, message }) => (
          <li key={`${kind} ${message}`}>{translateMessage(message)}</li>
        ))}
        {rest > 0 && <li>{t('proof.more', { count: rest })}</li>}
        {judgedCount < boxCount && <li>{t('proof.part', { judged: judgedCount, count: boxCount })}</li>}
      </ul>
    </div>
  );
}
