import { type IOPort, listPorts, type RobotPortList, robotPortLists } from '@cellwright/domain/robot';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { useRobot, useRobotKind } from '../../api/use-robot.ts';
import { Section } from '../../ui/Page.tsx';
import styles from './Box.module.css';
import { PortLine } from './PortLine.tsx';
import { createPortUses } from './port-uses.ts';

const lists = ['inputs', 'outputs', 'relays', 'flangeInputs', 'flangeOutputs'] as const satisfies RobotPortList[];

/** The record of the ports lags behind changes of devices: it is refetched at this interval, ms. */
const refreshMS = 2000;

/** Every port of the control box, live: its names, its users, and buttons that change it. */
export function IOPart() {
  const { t } = useTranslation();
  const robotKind = useRobotKind();
  const { isKnown, isSimulated, isTwin } = useRobot(({ state }) => ({
    isKnown: state !== undefined,
    isSimulated: state?.robotKind === 'simulated',
    isTwin: state?.isTwin === true,
  }));
  const canForce = isSimulated || isTwin;
  const { data: robot } = useQuery({
    queryKey: ['robots', robotKind],
    queryFn: ({ signal }) => cell.robots.get(robotKind, { signal }),
    refetchInterval: pollEvery(refreshMS),
  });
  const { data: devices } = useQuery({
    queryKey: ['equipment'],
    queryFn: ({ signal }) => cell.equipment.find({ limit: 200 }, signal),
  });
  const { data: safety } = useQuery({
    queryKey: ['safetySettings'],
    queryFn: ({ signal }) => cell.safetySettings.get('1', { signal }),
  });
  const uses = useMemo(() => createPortUses(devices?.items ?? [], safety), [devices, safety]);
  if (!isKnown) return <p className={styles.muted}>{t('box.ioUnknown')}</p>;
  const supply = robot?.flangeSupply;
  const section = (title: string, ports: readonly IOPort[]) => (
    <Section key={title} title={title}>
      {supply && ports[0]?.kind === 'FlangeInput' && (
        <p className={styles.muted} data-testid="flange-supply">
          {t('box.flangeSupply', supply)}
        </p>
      )}
      <div className={styles.ports}>
        {ports.map((port) => (
          <PortLine key={port.portID} port={port} uses={uses.of(port)} canForce={canForce} />
        ))}
      </div>
    </Section>
  );
  return (
    <>
      {canForce && <p className={styles.muted}>{t(isSimulated ? 'box.forceHelp' : 'box.forceHelpTwin')}</p>}
      {lists.map((list) => section(t(`box.${list}`), robot?.[list] ?? listPorts(robotPortLists[list])))}
      {section(t('box.safetyInputs'), listPorts('Safety'))}
    </>
  );
}
