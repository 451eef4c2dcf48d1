import '../../i18n/control-panel.ts';
import { ProductError } from '@cellwright/domain/basics';
import {
  inputSafeguardKinds,
  outputSafeguardKinds,
  portsOfPair,
  type SafetySettings,
  safetyPairCount,
} from '@cellwright/domain/robot';
import type { Stamps } from '@cellwright/entities';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell, useInvalidate } from '../../api/cell.ts';
import { panelCell } from '../../api/control-panel.ts';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import { useDraft } from '../../api/unsaved/use-draft.ts';
import { Page, Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { showError, showNote } from '../../ui/toasts.ts';
import { BackToPanel } from './BackToPanel.tsx';
import styles from './ControlPanel.module.css';
import { Gate } from './Gate.tsx';
import { LockButton } from './LockButton.tsx';
import { kindOfPair, setKindOfPair } from './safety-rules.ts';

const pairs = Array.from({ length: safetyPairCount }, (_, index) => index + 1);
type Rules = Pick<SafetySettings, 'inputSafeguardRules' | 'outputSafeguardRules'>;

interface Draft {
  readonly rules: Rules;
  /** Version of the stored rules that the draft changes. */
  readonly base: number;
}

const safetyDrafts = createDrafts<Draft>('safety rules');
const draftKey = 'rules';

/** `/control-panel/safety-rules`: meaning of the safety inputs and outputs, behind the PIN. */
export default function SafetyRulesScreen() {
  return (
    <Gate>
      <SafetyRules />
    </Gate>
  );
}

function SafetyRules() {
  const { t } = useTranslation('controlPanel');
  const { data, error, refetch } = useQuery({
    queryKey: ['safetySettings'],
    queryFn: ({ signal }) => cell.safetySettings.get('1', { signal }),
  });
  return (
    <Page title={t('safetyRules')} actions={<LockButton />}>
      <div className={styles.tools}>
        <BackToPanel />
      </div>
      {data && <RulesForm stored={data} />}
      {!data && !error && <Skeleton h={240} />}
      {!data && error && (
        <ErrorState title={t('safetyRulesFailed')} reason={error.message} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function RulesForm({ stored }: { readonly stored: SafetySettings & Stamps }) {
  const { t } = useTranslation('controlPanel');
  const note = useInvalidate();
  const queries = useQueryClient();
  const [draft, setDraft] = useDraft(safetyDrafts, draftKey, t('safetyRules'));
  const { inputSafeguardRules, outputSafeguardRules } = draft?.rules ?? stored;
  const change = (rules: Rules) => setDraft({ rules, base: draft?.base ?? stored.version });
  const save = useMutation({
    mutationFn: ({ rules, base }: Draft) => panelCell.safetySettings.patch('1', { ...rules }, base),
    onSuccess: (saved, sent) => {
      queries.setQueryData(['safetySettings'], saved);
      // A choice made during the save is still unsaved.
      const current = safetyDrafts.get(draftKey);
      setDraft(current === sent || !current ? undefined : { ...current, base: saved.version });
      showNote(t('safetyRulesSaved'));
    },
    onSettled: () => note('safetySettings'),
    onError: (error) => {
      showError(error);
      // Another user has saved: the form shows the stored rules.
      if (error instanceof ProductError && error.code === 'conflict') setDraft(undefined);
    },
  });
  return (
    <>
      <p className={styles.muted}>{t('safetyRulesHelp')}</p>
      <PairSelects
        direction="inputs"
        kinds={inputSafeguardKinds}
        nameOf={(kind) => t(`safetyKind.${kind}`)}
        kindOf={(pair) => kindOfPair(inputSafeguardRules, pair)}
        onChange={(pair, kind) =>
          change({ outputSafeguardRules, inputSafeguardRules: setKindOfPair(inputSafeguardRules, pair, kind) })
        }
      />
      <PairSelects
        direction="outputs"
        kinds={outputSafeguardKinds}
        nameOf={(kind) => t(`safetyKind.${kind}`)}
        kindOf={(pair) => kindOfPair(outputSafeguardRules, pair)}
        onChange={(pair, kind) =>
          change({ inputSafeguardRules, outputSafeguardRules: setKindOfPair(outputSafeguardRules, pair, kind) })
        }
      />
      <div className={styles.tools}>
        <Button
          size="md"
          disabled={draft === undefined}
          loading={save.isPending}
          onClick={() => draft && save.mutate(draft)}
        >
          {t('saveSafetyRules')}
        </Button>
      </div>
    </>
  );
}

interface PairSelectsProps<Kind extends string> {
  readonly direction: 'inputs' | 'outputs';
  readonly kinds: readonly Kind[];
  kindOf(pair: number): Kind | 'none';
  nameOf(kind: Kind): string;
  onChange(pair: number, kind: Kind): void;
}

function PairSelects<Kind extends string>({ direction, kinds, kindOf, nameOf, onChange }: PairSelectsProps<Kind>) {
  const { t } = useTranslation('controlPanel');
  return (
    <Section title={t(`safetyPorts.${direction}`)}>
      <div className={styles.pairs}>
        {pairs.map((pair) => (
          <NativeSelect
            key={pair}
            size="md"
            label={t(`safetyPair.${direction}`, { ports: portsOfPair(pair).join(', ') })}
            value={kindOf(pair)}
            data={kinds.map((kind) => ({ value: kind, label: nameOf(kind) }))}
            onChange={({ currentTarget: { value } }) => {
              const kind = kinds.find((each) => each === value);
              if (kind !== undefined) onChange(pair, kind);
            }}
          />
        ))}
      </div>
    </Section>
  );
}
