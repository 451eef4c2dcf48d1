import { defaultArm } from '@cellwright/arm';
import { radiansToDegrees } from '@cellwright/geometry';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useArmModel } from '../../../api/arm-model.ts';
import { usePacedJoints, useRobot } from '../../../api/use-robot.ts';
import type { JointSource } from '../../../parts/arm-view/joint-source.ts';
import { LiveQuantity } from '../../../ui/live/LiveQuantity.tsx';
import { Section } from '../../../ui/Page.tsx';
import { quantityText } from '../../../ui/quantity-text.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { FactTable } from '../FactTable.tsx';

/** Update interval of the angles: more than five per second cannot be read. */
const pace = [200, 0] as const;

/** Angle, range, contact and brake of each joint. */
export function JointsPart() {
  const { t } = useTranslation('simulatorBot');
  const source = usePacedJoints(...pace);
  const model = useArmModel() ?? defaultArm;
  const readers = useMemo(() => model.joints.map((_, index) => () => readDegrees(source, index)), [model, source]);
  return (
    <Section title={t('joints')}>
      <FactTable
        minWidth={640}
        headings={[t('joint'), t('angle'), t('range'), t('contact'), t('brake')]}
        rows={model.joints.map(({ limits }, index) => ({
          id: `J${index}`,
          cells: [
            `J${index}`,
            <LiveQuantity key="angle" source={source} read={readers[index] ?? unknown} digits={1} unit="°" />,
            `${quantityText(radiansToDegrees(limits.lower), 0)}° … ${quantityText(radiansToDegrees(limits.upper), 0)}°`,
            <JointContact key="contact" joint={index} />,
            <JointBrake key="brake" joint={index} />,
          ],
        }))}
      />
    </Section>
  );
}

const unknown = () => undefined;

function readDegrees({ joints }: JointSource, index: number): number | undefined {
  const angle = joints?.[index];
  return angle === undefined ? undefined : radiansToDegrees(angle);
}

function JointContact({ joint }: { readonly joint: number }) {
  const { t } = useTranslation('simulatorBot');
  const { isBeyond, isPressed } = useRobot(({ state }) => ({
    isBeyond: state?.contact.jointsBeyondLimits.includes(joint) === true,
    isPressed: state?.contact.pressedJoints.includes(joint) === true,
  }));
  if (isBeyond) return <StatusChip tone="danger" word={t('beyondLimit')} />;
  return isPressed ? <StatusChip tone="danger" word={t('pressed')} /> : t('free');
}

function JointBrake({ joint }: { readonly joint: number }) {
  const { t } = useTranslation('simulatorBot');
  const isReleased = useRobot(
    ({ state }) => state?.brakes === 'disengaged' || state?.unbrakedJoints.includes(joint) === true,
  );
  return t(isReleased ? 'released' : 'engaged');
}
