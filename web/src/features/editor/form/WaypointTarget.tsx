import { jointAnglesSchema, type Position, type Problem, type SpaceItem } from '@cellwright/domain';
import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { IconMapPinPlus, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { toolPoseOf } from '../../../api/tool-pose.ts';
import { useRobot, useRunner } from '../../../api/use-robot.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { showNote, showUndo } from '../../../ui/toasts.ts';
import { addSpaceItem, newPosition, reteach } from '../document/edit-items.ts';
import { setArgs } from '../document/edit-steps.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { targetOf } from '../run/targets.ts';
import { problemAt } from './field-props.ts';
import { MoveHere } from './MoveHere.tsx';

type Args = Readonly<Record<string, unknown>>;

interface Props {
  readonly stepID: string;
  readonly args: Args;
  readonly problems: readonly Problem[];
  onChange(args: Args): void;
}

const targetKinds = ['positionList', 'singlePosition', 'relative', 'expression'] as const;

/** Where a waypoint leads: a position with a name, taught with one tap, or an offset. */
export function WaypointTarget({ stepID, args, problems, onChange }: Props) {
  const { t } = useTranslation();
  const { spaceItems } = useEditor();
  const teach = useTeach(stepID, args);
  // A new waypoint is one with a name; the contract's default is for those that carry their position.
  const isNew = args.targetKind === undefined && args.target === undefined;
  const kind = targetKinds.find((value) => value === args.targetKind) ?? (isNew ? 'positionList' : 'singlePosition');
  const item = spaceItems.find(({ id }) => id === args.positionListID);
  const position = knownTarget(kind, args, spaceItems);
  const choose = (positionListID: string) =>
    onChange({
      ...args,
      targetKind: 'positionList',
      positionListID: positionListID || undefined,
      positionListIndex: 0,
    });
  const problem =
    problemAt(problems, 'positionListID') ?? problemAt(problems, 'target') ?? problemAt(problems, 'relativeConfig');
  return (
    <div className={styles.field}>
      <span className={styles.label}>{t('editor.target')}</span>
      <Segments
        label={t('editor.target')}
        choices={targetKinds.map((value) => ({ value, label: t(`editor.targets.${value}`) }))}
        value={kind}
        onChange={(targetKind) =>
          onChange({
            ...args,
            targetKind,
            ...(targetKind === 'relative' && { relativeConfig: args.relativeConfig ?? {} }),
          })
        }
      />
      {kind === 'positionList' && (
        <div className={styles.teach}>
          <NativeSelect
            size="md"
            aria-label={t('editor.position')}
            data={[
              { value: '', label: t('editor.choose') },
              ...spaceItems.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={item?.id ?? ''}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          {(item?.positions.length ?? 0) > 1 && typeof args.positionListIndex !== 'object' && (
            <NumberInput
              size="md"
              aria-label={t('editor.indexInList')}
              min={0}
              value={Number(args.positionListIndex ?? 0)}
              onChange={(next) => onChange({ ...args, positionListIndex: Number(next) })}
            />
          )}
        </div>
      )}
      {(kind === 'positionList' || kind === 'singlePosition') && (
        <div className={styles.teach}>
          <Button
            size="md"
            disabled={!teach.isReady}
            leftSection={<IconMapPinPlus size={iconSizes.sm} aria-hidden />}
            onClick={teach.asNew}
          >
            {t('editor.teach')}
          </Button>
          {item && teach.isOwn && (
            <Button
              size="md"
              variant="default"
              disabled={!teach.isReady}
              leftSection={<IconRefresh size={iconSizes.sm} aria-hidden />}
              onClick={teach.again}
            >
              {t('editor.reteach', { name: item.name })}
            </Button>
          )}
          {position && <MoveHere position={position} />}
        </div>
      )}
      {problem && (
        <span className={styles.fieldProblem} role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

/** Where the waypoint leads whatever a run brings; undefined where that is only known while it plays. */
function knownTarget(kind: string, args: Args, items: readonly SpaceItem[]): Position | undefined {
  if (kind === 'singlePosition') return targetOf({ target: args.target }, []);
  const isFixed = kind === 'positionList' && typeof args.positionListIndex !== 'object';
  return isFixed ? targetOf({ ...args, target: undefined }, items) : undefined;
}

/** Takes the arm's position as it is now into a space item of the routine. */
function useTeach(stepID: string, args: Args) {
  const { t } = useTranslation();
  const { session, spaceItems } = useEditor();
  const runner = useRunner();
  const { tcp, isStale } = useRobot(({ state, isStale }) => ({ tcp: state?.tool.tcp, isStale }));
  const itemID = typeof args.positionListID === 'string' ? args.positionListID : '';
  const read = () => {
    const joints = jointAnglesSchema.safeParse(runner.frame?.q);
    return joints.success ? { jointAngles: joints.data, pose: toolPoseOf(joints.data, tcp) } : undefined;
  };
  return {
    isReady: !isStale,
    isOwn: session.routine.space.some(({ id }) => id === itemID),
    asNew() {
      const position = read();
      if (!position) return;
      const item = newPosition(session.routine, position, spaceItems);
      const { target: _, ...others } = args;
      const taught = { ...others, targetKind: 'positionList', positionListID: item.id, positionListIndex: 0 };
      session.apply((now) => setArgs(addSpaceItem(now, item), stepID, taught));
      showNote(t('editor.taught', { name: item.name }));
    },
    again() {
      const position = read();
      if (!position) return;
      session.apply((now) => reteach(now, itemID, position));
      showUndo(t('editor.retaught'), t('editor.undo'), session.undo);
    },
  };
}
