import type { ExternalControlView } from '@cellwright/calls';
import type { OpcUARefusal, OpcUASession, OpcUAState } from '@cellwright/domain/robot';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../ui/format-time.ts';
import { Section } from '../../../ui/Page.tsx';
import styles from '../ControlPanel.module.css';
import { FactTable } from '../FactTable.tsx';
import { showBits, showName } from './show-values.tsx';

type OpcUA = ExternalControlView['opcUA'];

/** Sessions of the OPC UA server, refused clients, and every variable by name with its value. */
export function OpcUAPart({ opcUA: { state, variables } }: { readonly opcUA: OpcUA }) {
  const { t } = useTranslation('externalControl');
  return (
    <>
      <Section title={t('opcUASessions')}>
        {state?.endpoint && <Certificate state={state} />}
        {!state?.sessions.length && <p className={styles.muted}>{t('noClients')}</p>}
        {state && state.sessions.length > 0 && <SessionTable sessions={state.sessions} />}
        {state && (
          <p className={styles.muted}>
            {t('lossCount', { count: state.lossCount })}. {t('opcUARefusals', { count: state.refusedCount })}.
          </p>
        )}
        {state && state.refusals.length > 0 && <RefusalTable refusals={state.refusals} />}
      </Section>
      <Section title={t('variables')}>
        <VariableTable variables={variables} />
      </Section>
    </>
  );
}

function Certificate({ state: { endpoint, thumbprint } }: { readonly state: OpcUAState }) {
  const { t } = useTranslation('externalControl');
  return (
    <p className={styles.muted}>
      {endpoint}
      <br />
      {t('certificate', { thumbprint: splitThumbprint(thumbprint) })}
    </p>
  );
}

/** Returns a thumbprint in groups, which can be compared by eye. */
function splitThumbprint(thumbprint: string): string {
  return thumbprint.match(/.{1,4}/g)?.join(' ') ?? '';
}

function SessionTable({ sessions }: { readonly sessions: readonly OpcUASession[] }) {
  const { t } = useTranslation('externalControl');
  return (
    <FactTable
      headings={[t('kind'), t('client'), t('user'), t('session'), t('encryption'), t('writes'), t('refusedCount')]}
      rows={sessions.map(({ id, peer, user, name, isOwner, isEncrypted, writes, refused }) => ({
        id: String(id),
        cells: [
          t(isOwner ? 'kinds.exclusiveOwner' : 'reader'),
          peer,
          user === '' ? t('anonymous') : user,
          name,
          t(isEncrypted ? 'encrypted' : 'notEncrypted'),
          writes,
          refused,
        ],
      }))}
    />
  );
}

function RefusalTable({ refusals }: { readonly refusals: readonly OpcUARefusal[] }) {
  const { t, i18n } = useTranslation('externalControl');
  return (
    <FactTable
      headings={[t('refusedAt'), t('client'), t('reason'), t('name'), t('thumbprint')]}
      rows={refusals.map(({ at, peer, reason, name, thumbprint }) => ({
        id: `${at} ${peer} ${reason} ${name}`,
        cells: [formatMoment(at, i18n.language), peer, t(`reasons.${reason}`), name, thumbprint],
      }))}
    />
  );
}

function VariableTable({ variables }: { readonly variables: OpcUA['variables'] }) {
  const { t } = useTranslation('externalControl');
  return (
    <FactTable
      headings={[t('name'), t('nodeID'), t('value'), t('bits')]}
      rows={variables.map((variable) => ({
        id: variable.nodeID,
        cells: [showName(variable), variable.nodeID, variable.value, showBits(variable)],
      }))}
    />
  );
}
