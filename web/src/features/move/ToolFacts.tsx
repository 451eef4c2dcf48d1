import { useTranslation } from 'react-i18next';
import { readPose, toolPoseOf } from '../../api/tool-pose.ts';
import { useLengthUnit } from '../../api/use-me.ts';
import { useJoints, useRobot } from '../../api/use-robot.ts';
import { inUnit } from '../../ui/length.ts';
import { Quantity } from '../../ui/Quantity.tsx';
import styles from './Jog.module.css';

const labels = ['X', 'Y', 'Z', 'RX', 'RY', 'RZ'] as const;

/** Where the tool's centre point is, which tool it is, and the payload. */
export function ToolFacts() {
  const { t } = useTranslation();
  const joints = useJoints();
  const tool = useRobot(({ state }) => state?.tool);
  const mass = useRobot(({ state }) => state?.payload.mass);
  const length = useLengthUnit();
  const values = joints && readPose(toolPoseOf(joints, tool?.tcp));
  const toolName = tool === undefined || tool.name === 'none' || tool.name === '' ? t('move.noTool') : tool.name;
  return (
    <div className={styles.facts} data-testid="tool-facts">
      <span className={styles.fact}>
        <b>{t('move.toolName')}</b>
        {toolName}
      </span>
      <span className={styles.fact}>
        <b>{t('move.payload')}</b>
        <Quantity value={mass} digits={2} unit={t('quantity.kilogram')} />
      </span>
      {labels.map((label, index) => (
        <span key={label} className={styles.fact}>
          <b>{label}</b>
          {index < 3 ? (
            <Quantity value={inUnit(values?.[index], length)} digits={length.digits} unit={length.unit} />
          ) : (
            <Quantity value={values?.[index]} digits={1} unit={t('quantity.degree')} />
          )}
        </span>
      ))}
    </div>
  );
}
