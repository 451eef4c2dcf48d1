import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { describeCapabilities, describeTool, isKnownKind, parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell, useMayAuthor, useMayOperate } from '../../api/cell.ts';
import { useCommand } from '../../api/use-command.ts';
import { useRobot } from '../../api/use-robot.ts';
import { DeviceTrials } from '../../kinds/DeviceTrials.tsx';
import { Permitted } from '../../parts/Permitted.tsx';
import { tourMark } from '../../parts/tour-mark.ts';
import { Section } from '../../ui/Page.tsx';
import { showError, showNote, showUndo } from '../../ui/toasts.ts';
import { ActiveEnd } from './ActiveEnd.tsx';
import styles from './Box.module.css';
import { ConfigForm } from './ConfigForm.tsx';
import { deviceDrafts } from './device-drafts.ts';
import { LiveFacts } from './LiveFacts.tsx';
import { RehearseFault } from './RehearseFault.tsx';

type Versioned = EquipmentRecord & { readonly version: number };

/** One device: live state, manual commands, configuration, and actions on the whole device. */
export function DeviceDetail({ device }: { readonly device: Versioned }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const mayAuthor = useMayAuthor();
  const mayOperate = useMayOperate();
  const { command, pending } = useCommand();
  const isStale = useRobot((status) => status.isStale);
  const mounted = useRobot(({ state }) => (state?.tool.equipmentID === device.id ? state.tool : undefined));
  const isOnFlange = mounted !== undefined;
  const isOnEnd = useRobot(
    ({ state }) => state?.tool.ends?.some(({ equipmentID }) => equipmentID === device.id) ?? false,
  );
  const { id, config, isEnabled, version } = device;
  const { name } = config;
  const refresh = () => queries.invalidateQueries({ queryKey: ['equipment'] });
  const change = useMutation({
    mutationFn: (patch: Partial<Pick<EquipmentRecord, 'config' | 'isEnabled'>>) =>
      cell.equipment.patch(id, patch, version),
    onSuccess: (_saved, patch) => {
      if (patch.config) deviceDrafts.drop(id);
      showNote(t('box.saved'));
      return refresh();
    },
    onError: showError,
  });
  const restore = () => void cell.equipment.restore(id).then(refresh, showError);
  const remove = useMutation({
    mutationFn: () => cell.equipment.remove(id, version),
    onSuccess: () => {
      deviceDrafts.drop(id);
      showUndo(t('box.removed', { name }), t('box.undo'), restore);
      return refresh();
    },
  });
  const parsed = parseEquipmentConfig(config);
  const canHang = parsed.isValid && describeTool(parsed.config) !== undefined;
  return (
    <>
      <Section title={name}>
        {!parsed.isValid && (
          <Alert color="red" title={t('box.unreadable')} mb="md">
            {parsed.config.problems.join('. ')}
          </Alert>
        )}
        {remove.error && (
          <Alert color="red" title={t('box.notRemoved', { name })} mb="md" data-testid="refusal">
            {remove.error.message}
          </Alert>
        )}
        <LiveFacts device={device} />
        <div className={styles.buttons}>
          <Permitted isAllowed={mayAuthor}>
            <span className={styles.apart}>
              <Button size="md" variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
                {t('box.remove')}
              </Button>
            </span>
            <Button
              size="md"
              variant="default"
              loading={change.isPending}
              disabled={!parsed.isValid}
              onClick={() => change.mutate({ isEnabled: !isEnabled })}
            >
              {t(isEnabled ? 'box.disable' : 'box.enable')}
            </Button>
          </Permitted>
          {canHang && !isOnEnd && (
            <Permitted isAllowed={mayOperate}>
              <Button
                {...(!isOnFlange && tourMark('mount'))}
                size="md"
                variant={isOnFlange ? 'default' : 'filled'}
                loading={pending === 'setTool'}
                disabled={isStale || (!isOnFlange && !isEnabled)}
                onClick={() => void command('setTool', { equipmentID: isOnFlange ? null : id })}
              >
                {t(isOnFlange ? 'box.unmount' : 'box.mount')}
              </Button>
            </Permitted>
          )}
        </div>
      </Section>
      <Permitted isAllowed={mayOperate}>
        {mounted?.ends && <ActiveEnd tool={mounted} />}
        <DeviceTrials device={device} descriptions={describeCapabilities(config)} />
        <RehearseFault device={device} />
      </Permitted>
      {isKnownKind(config.kind) && (
        <Section title={t('box.configuration')}>
          <Permitted isAllowed={mayAuthor}>
            <ConfigForm
              kind={config.kind}
              draftKey={id}
              initial={config}
              submitLabel={t('box.save')}
              isWaiting={change.isPending}
              onSubmit={(next) => change.mutate({ config: next })}
            />
          </Permitted>
        </Section>
      )}
    </>
  );
}
