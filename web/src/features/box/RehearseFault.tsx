import { getRehearsal, rehearseFaults } from '@cellwright/calls';
import type { EquipmentRecord, SimulatedDeviceFault } from '@cellwright/domain/equipment';
import { parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { simulatedFaultsOf } from '@cellwright/equipment/simulated-faults';
import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { useRobot, useRobotKind } from '../../api/use-robot.ts';
import { Section } from '../../ui/Page.tsx';
import { showError } from '../../ui/toasts.ts';
import styles from './Box.module.css';
import { findFaultWord } from './fault-word.ts';

/** Polling interval: another user may rehearse, too. */
const refetchMS = 2000;

/** Returns the fault that a simulated device rehearses now; undefined for a real one. */
export function useRehearsal(device: EquipmentRecord) {
  const robotKind = useRobotKind();
  const isCalculated = useRobot(
    ({ state }) => state !== undefined && (state.robotKind === 'simulated' || state.isTwin),
  );
  const parsed = parseEquipmentConfig(device.config);
  const canSuffer = parsed.isValid && simulatedFaultsOf(parsed.config).length > 0;
  const isSimulated = device.isEnabled && isCalculated && device.simulatorPort !== undefined && canSuffer;
  const { data } = useQuery({
    queryKey: ['rehearsal', robotKind, device.id],
    queryFn: ({ signal }) => cell.call(getRehearsal, { id: device.id, robotKind }, { signal }),
    enabled: isSimulated,
    refetchInterval: pollEvery(refetchMS),
  });
  return isSimulated ? data : undefined;
}

/** Rehearses faults: shows the fault of the device's simulator prominently, and ends it with one tap. */
export function RehearseFault({ device }: { readonly device: EquipmentRecord }) {
  const { t } = useTranslation();
  const robotKind = useRobotKind();
  const queries = useQueryClient();
  const rehearsal = useRehearsal(device);
  const change = useMutation({
    mutationFn: (faults: readonly SimulatedDeviceFault[]) =>
      cell.call(rehearseFaults, { id: device.id, robotKind, faults: [...faults] }),
    onSuccess: (answer) => queries.setQueryData(['rehearsal', robotKind, device.id], answer),
    onError: showError,
  });
  if (!rehearsal) return null;
  const { possible, active } = rehearsal;
  const nameOf = (fault: SimulatedDeviceFault) => t(`box.fault.${findFaultWord(device.config.kind, fault)}`);
  const toggle = (fault: SimulatedDeviceFault) =>
    change.mutate(active.includes(fault) ? active.filter((each) => each !== fault) : [...active, fault]);
  return (
    <Section title={t('box.rehearse')}>
      {active.length === 0 ? (
        <p className={styles.muted}>{t('box.rehearseHelp')}</p>
      ) : (
        <Alert color="red" variant="filled" title={t('box.rehearsing')} mb="md" data-testid="rehearsing">
          <p>{active.map(nameOf).join(', ')}</p>
          <Button size="md" variant="white" color="red" loading={change.isPending} onClick={() => change.mutate([])}>
            {t('box.endRehearsal')}
          </Button>
        </Alert>
      )}
      <div className={styles.buttons}>
        {possible.map((fault) => (
          <Button
            key={fault}
            size="md"
            variant={active.includes(fault) ? 'filled' : 'default'}
            color={active.includes(fault) ? 'red' : 'gray'}
            aria-pressed={active.includes(fault)}
            disabled={change.isPending}
            onClick={() => toggle(fault)}
          >
            {nameOf(fault)}
          </Button>
        ))}
      </div>
    </Section>
  );
}
