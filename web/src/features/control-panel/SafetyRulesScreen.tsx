import '../../i18n/control-panel.ts';
import {
  inputSafeguardKinds,
  outputSafeguardKinds,
  portsOfPair,
  type SafetySettings,
  safetyPairCount,
} from '@cellwright/domain/robot';
import type { Stamps } from '@cellwright/entities';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { panelCell } from '../../api/control-panel.ts';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import type { SettingsDraft } from '../../api/unsaved/settings-draft.ts';
import { useSettingsDraft } from '../../api/unsaved/use-settings-draft.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import styles from './ControlPanel.module.css';
import { Gate } from './Gate.tsx';
import { PanelPage } from './PanelPage.tsx';
import { kindOfPair, setKindOfPair } from './safety-rules.ts';

const pairs = Array.from({ length: safetyPairCount }, (_, index) => index + 1);
type Rules = Pick<SafetySettings, 'inputSafeguardRules' | 'outputSafeguardRules'>;

const drafts = createDrafts<SettingsDraft<Rules>>('safety rules');
const queryKey = ['safetySettings'] as const;

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
    queryKey,
    queryFn: ({ signal }) => cell.safetySettings.get('1', { signal }),
  });
  return (
    <PanelPage title={t('safetyRules')}>
      {data && <RulesForm stored={data} />}
      {!data && !error && <Skeleton h={240} />}
      {!data && error && (
        <ErrorState title={t('safetyRulesFailed')} reason={error.message} onRetry={() => void refetch()} />
      )}
    </PanelPage>
  );
}

function RulesForm({ stored }: { readonly stored: SafetySettings & Stamps }) {
  const { t } = useTranslation('controlPanel');
  const { fields, isChanged, isSaving, change, save } = useSettingsDraft<Rules>({
    ...{ drafts, queryKey, stored, name: t('safetyRules'), savedText: t('safetyRulesSaved') },
    load: () => cell.safetySettings.get('1'),
    patch: (changed, version) => panelCell.safetySettings.patch('1', changed, version),
  });
  const { inputSafeguardRules, outputSafeguardRules } = fields;
  return (
    <>
      <p className={styles.muted}>{t('safetyRulesHelp')}</p>
      <PairSelects
        direction="inputs"
        kinds={inputSafeguardKinds}
        nameOf={(kind) => t(`safetyKind.${kind}`)}
        kindOf={(pair) => kindOfPair(inputSafeguardRules, pair)}
        onChange={(pair, kind) => change({ inputSafeguardRules: setKindOfPair(inputSafeguardRules, pair, kind) })}
      />
      <PairSelects
        direction="outputs"
        kinds={outputSafeguardKinds}
        nameOf={(kind) => t(`safetyKind.${kind}`)}
        kindOf={(pair) => kindOfPair(outputSafeguardRules, pair)}
        onChange={(pair, kind) => change({ outputSafeguardRules: setKindOfPair(outputSafeguardRules, pair, kind) })}
      />
      <div className={styles.tools}>
        <Button size="md" disabled={!isChanged} loading={isSaving} onClick={save}>
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
