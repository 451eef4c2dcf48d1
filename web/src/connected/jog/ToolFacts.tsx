import { addUpPayload, type CarriedLoad } from '@cellwright/domain/robot';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readPose, toolPoseOf } from '../../api/tool-pose.ts';
import { useLengthUnit } from '../../api/use-me.ts';
import { usePacedJoints, useRobot } from '../../api/use-robot.ts';
import { LiveQuantity } from '../../ui/live/LiveQuantity.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { quantityText } from '../../ui/quantity-text.ts';
import { oncePerReading, poseReaders } from './axis-readers.ts';
import styles from './Jog.module.css';

/** Half the rate of the axis rows, which the user watches while jogging, and never in the same frame. */
const pace = [200, 50] as const;
const labels = ['X', 'Y', 'Z', 'RX', 'RY', 'RZ'] as const;

/** TCP pose, tool name, payload, and the mass of tool and payload. */
export function ToolFacts() {
  const { t } = useTranslation();
  const source = usePacedJoints(...pace);
  const tool = useRobot(({ state }) => state?.tool);
  const mass = useRobot(({ state }) => state?.payload.mass);
  const length = useLengthUnit();
  const tcp = tool?.tcp;
  const readers = useMemo(() => {
    const readValues = oncePerReading(
      () => source.joints,
      (joints) => readPose(toolPoseOf(joints, tcp)),
    );
    return poseReaders(readValues, length);
  }, [source, tcp, length]);
  const activeEnd = tool?.ends?.find(({ end }) => end === tool.activeEnd);
  const ownName = tool === undefined || tool.name === 'none' || tool.name === '' ? t('move.noTool') : tool.name;
  const toolName = activeEnd
    ? t('move.toolOnEnd', { tool: ownName, end: activeEnd.end, name: activeEnd.name || t('move.noTool') })
    : ownName;
  const carried = useMemo(() => {
    if (tool === undefined || mass === undefined) return undefined;
    const { attached, held, total } = addUpPayload(tool, mass);
    const read = ({ massKg }: CarriedLoad) => quantityText(massKg, 2);
    const parts = { tool: read(attached), payload: read(held), total: read(total) };
    return t('move.carriedSum', { ...parts, unit: t('quantity.kilogram') });
  }, [tool, mass, t]);
  const coordinates = labels.map((label, index) => {
    const read = readers[index];
    const isTurn = index > 2;
    return (
      <span key={label} className={styles.fact}>
        <b>{label}</b>
        {read && (
          <LiveQuantity
            source={source}
            read={read}
            digits={isTurn ? 1 : length.digits}
            unit={isTurn ? t('quantity.degree') : length.unit}
          />
        )}
      </span>
    );
  });
  return (
    <div className={styles.facts} data-testid="tool-facts">
      <span className={styles.fact}>
        <b>{t('move.toolName')}</b>
        {toolName}
      </span>
      {coordinates.slice(0, 3)}
      <span className={styles.fact}>
        <b>{t('move.payload')}</b>
        <Quantity value={mass} digits={2} unit={t('quantity.kilogram')} />
      </span>
      {coordinates.slice(3)}
      {carried && (
        <span className={styles.sum} data-testid="carried-sum">
          <b>{t('move.carried')}</b>
          <span className="tabular">{carried}</span>
        </span>
      )}
    </div>
  );
}
