import { jointAnglesSchema } from '@cellwright/domain/robot';
import { Button, NativeSelect } from '@mantine/core';
import { IconAngle, IconPlayerTrackNext } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { findAll } from '../../api/find-all.ts';
import { usePostures } from '../../api/use-postures.ts';
import { usePacedJoints } from '../../api/use-robot.ts';
import { decimalText } from '../../ui/decimal-text.ts';
import { HoldButton } from '../../ui/hold/HoldButton.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { PlaceFindings } from '../place/PlaceFindings.tsx';
import { usePostureCheck } from '../place/use-posture-check.ts';
import { showAlignGhosts } from './align-ghost.ts';
import { type AlignPlan, type AlignTarget, listAlignTargets, planAlignment, toBaseAxes } from './align-tool.ts';
import styles from './Jog.module.css';
import type { Jog } from './use-jog.ts';

/** Turns the tool in place while a button is held, until its axis is parallel to one of the base or to a plane's normal. */
export function AlignTool({ jog }: { readonly jog: AlignJog }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.typed}>
      <Button
        size="md"
        variant={isOpen ? 'light' : 'default'}
        c={isOpen ? 'var(--text)' : undefined}
        aria-expanded={isOpen}
        leftSection={<IconAngle size={iconSizes.sm} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'move.align.close' : 'move.align.title')}
      </Button>
      {isOpen && <Alignment jog={jog} />}
    </div>
  );
}

type AlignJog = Pick<Jog, 'block' | 'goAlongLine' | 'end'>;

/** Choice of the direction, the turn that it needs, and its button; the ghost shows the arm after the turn. */
function Alignment({ jog }: { readonly jog: AlignJog }) {
  const { t } = useTranslation();
  const targets = useAlignTargets();
  const [chosenID, choose] = useState(toBaseAxes.id);
  const target = targets.find(({ id }) => id === chosenID) ?? toBaseAxes;
  const { planned, plan, isHeld, hold, limits } = useAlignPlan(target);
  const ghost = plan && !plan.isAligned ? plan.ghost : undefined;
  const check = usePostureCheck(ghost?.joints);
  useShownGhost(ghost?.joints, check.data?.links);
  const isReached = ghost?.position.jointAngles !== undefined;
  const isFree = (check.data?.collisions ?? []).length === 0;
  return (
    <>
      <div className={styles.pair}>
        <NativeSelect
          size="xl"
          className={styles.grow}
          aria-label={t('move.align.target')}
          data={targets.map(({ id, name }) => {
            return { value: id, label: name === undefined ? t('move.align.base') : t('move.align.plane', { name }) };
          })}
          value={target.id}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
        <HoldButton
          isGrowing
          isDisabled={jog.block !== undefined || !isReached || !(isFree || isHeld)}
          onStart={(onLate) => {
            if (!ghost?.position.pose) return;
            hold(true);
            jog.goAlongLine(ghost.position.pose, onLate);
          }}
          onEnd={() => {
            hold(false);
            jog.end();
          }}
          testID="align"
        >
          <IconPlayerTrackNext size={iconSizes.md} aria-hidden />
          {t('move.hold')}
        </HoldButton>
      </div>
      <p className={styles.alignWords} role="status" data-testid="align-words">
        {describePlan(t, planned)}
      </p>
      {ghost && <PlaceFindings ghost={ghost} check={check} limits={limits} />}
    </>
  );
}

function useAlignTargets(): readonly AlignTarget[] {
  const { data } = useQuery({
    queryKey: ['globalSpace', 'places'],
    queryFn: ({ signal }) => findAll((query) => cell.globalSpace.find(query, signal)),
  });
  return useMemo(() => listAlignTargets(data ?? []), [data]);
}

/** Plan from where the arm is. While its button is held, the target stays, and `planned` counts down. */
function useAlignPlan(target: AlignTarget) {
  const postures = usePostures();
  const joints = useRestingJoints();
  const [held, setHeld] = useState<AlignPlan>();
  const planned = useMemo(() => joints && planAlignment(joints, target, postures), [joints, target, postures]);
  return {
    planned,
    plan: held ?? planned,
    isHeld: held !== undefined,
    hold: (isHeld: boolean) => setHeld(isHeld ? planned : undefined),
    limits: postures.limits,
  };
}

/** Shows the aligned arm in the picture of the screen. */
function useShownGhost(joints: readonly number[] | undefined, touching: readonly string[] | undefined): void {
  useEffect(() => {
    showAlignGhosts(joints && [{ id: 'aligned', joints, touching }]);
    return () => showAlignGhosts(undefined);
  }, [joints, touching]);
}

function describePlan(t: TFunction, plan: AlignPlan | undefined): string {
  if (!plan) return t('move.align.unknown');
  if (plan.isAligned) return t('move.align.aligned');
  const degrees = decimalText(plan.degrees.toFixed(plan.degrees < 1 ? 2 : 1));
  return plan.axis === undefined
    ? t('move.align.toPlane', { degrees })
    : t('move.align.toAxis', { degrees, axis: plan.axis });
}

/** Change of a joint below which the arm counts as resting, rad. */
const still = 1e-4;

/** Returns the joint angles of the arm, updated a few times a second when it has moved. */
function useRestingJoints(): readonly number[] | undefined {
  const source = usePacedJoints(250, 125);
  const [joints, setJoints] = useState<readonly number[] | undefined>(() => readJoints(source.joints));
  useEffect(() => {
    return source.subscribe(() => {
      setJoints((before) => {
        const now = readJoints(source.joints);
        const isStill = now && before?.every((angle, joint) => Math.abs(angle - (now[joint] ?? 0)) < still);
        return isStill ? before : now;
      });
    });
  }, [source]);
  return joints;
}

function readJoints(joints: readonly number[] | undefined): readonly number[] | undefined {
  return jointAnglesSchema.safeParse(joints).data;
}
