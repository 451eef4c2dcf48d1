import '../../i18n/control-panel.ts';
import '../../i18n/config-editor.ts';
import { type RobotIdentity, robotOperationModeSchema } from '@cellwright/domain/robot';
import { robotIdentity, type Stamps } from '@cellwright/entities';
import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { createClientOf } from '../../api/cell.ts';
import { createPanelClientOf } from '../../api/control-panel.ts';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import type { SettingsDraft } from '../../api/unsaved/settings-draft.ts';
import { useSettingsDraft } from '../../api/unsaved/use-settings-draft.ts';
import { Section } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/States.tsx';
import styles from './ControlPanel.module.css';
import {
  findIdentityProblem,
  type IdentityText,
  isIdentityValid,
  maxLengths,
} from './config-editor/identity-problem.ts';
import { Gate } from './Gate.tsx';
import { PanelPage } from './PanelPage.tsx';

type Fields = Pick<RobotIdentity, IdentityText | 'robotOperationMode'>;

const drafts = createDrafts<SettingsDraft<Fields>>('configuration');
const identities = createClientOf(robotIdentity);
const panelIdentities = createPanelClientOf(robotIdentity);
const queryKey = ['robotIdentity'] as const;
const modes = robotOperationModeSchema.options.toReversed();

/** `/control-panel/config-editor`: identity, remote access and operation mode of the robot, behind the PIN. */
export default function ConfigEditorScreen() {
  return (
    <Gate>
      <ConfigEditor />
    </Gate>
  );
}

function ConfigEditor() {
  const { t } = useTranslation('configEditor');
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => identities.get('1', { signal }),
  });
  return (
    <PanelPage title={t('title')}>
      <p className={styles.muted}>{t('help')}</p>
      {data && <ConfigForm stored={data} />}
      {!data && !error && <Skeleton h={240} />}
      {!data && error && <ErrorState title={t('failed')} reason={error.message} onRetry={() => void refetch()} />}
    </PanelPage>
  );
}

export function ConfigForm({ stored }: { readonly stored: RobotIdentity & Stamps }) {
  const { t } = useTranslation('configEditor');
  const { fields, isChanged, isSaving, change, save } = useSettingsDraft<Fields>({
    ...{ drafts, queryKey, stored, name: t('title'), savedText: t('saved') },
    load: () => identities.get('1'),
    patch: (changed, version) => panelIdentities.patch('1', changed, version),
  });
  const input = (name: IdentityText) => ({ name, value: fields[name], onChange: change });
  return (
    <>
      <Section title={t('identity')}>
        <div className={styles.pairs}>
          <IdentityInput {...input('alias')} help={t('aliasHelp')} />
          <IdentityInput {...input('robotId')} help={t('robotIdHelp')} />
        </div>
      </Section>
      <Section title={t('access')}>
        <div className={styles.pairs}>
          <IdentityInput {...input('applicationUrl')} help={t('applicationUrlHelp')} />
          <IdentityInput {...input('tunnelId')} />
        </div>
      </Section>
      <Section title={t('use')}>
        <div className={styles.pairs}>
          <NativeSelect
            size="md"
            label={t('mode')}
            value={fields.robotOperationMode}
            data={modes.map((value) => ({ value, label: t(`modes.${value}`) }))}
            onChange={({ currentTarget: { value } }) => {
              const robotOperationMode = modes.find((each) => each === value);
              if (robotOperationMode) change({ robotOperationMode });
            }}
          />
        </div>
        <p className={styles.muted}>{t(`modeHelp.${fields.robotOperationMode}`)}</p>
      </Section>
      <div className={styles.tools}>
        <Button size="md" disabled={!isChanged || !isIdentityValid(fields)} loading={isSaving} onClick={save}>
          {t('save')}
        </Button>
      </div>
    </>
  );
}

interface InputProps {
  readonly name: IdentityText;
  readonly value: string;
  readonly help?: string;
  onChange(changed: Partial<Fields>): void;
}

function IdentityInput({ name, value, help, onChange }: InputProps) {
  const { t } = useTranslation('configEditor');
  const problem = findIdentityProblem(name, value);
  return (
    <TextInput
      size="md"
      label={t(name)}
      description={help}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      value={value}
      error={problem && t(problem, { maximum: maxLengths[name] })}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
}
