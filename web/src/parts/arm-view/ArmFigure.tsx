import { restPoseFromTool0 } from '@cellwright/arm';
import { identityPose, type Pose } from '@cellwright/geometry';
import { useThree } from '@react-three/fiber';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { type Group, Vector3 } from 'three';
import { At } from './At.tsx';
import type { ArmShape, LinkShape } from './arm-shape.ts';
import type { FingerWidths, ToolBox } from './arm-view-props.ts';
import { JointNumber } from './JointNumber.tsx';
import type { JointSource } from './joint-source.ts';
import { BasePlate, type Finish, HousingMesh, JointCover } from './meshes.tsx';
import type { ScenePalette } from './palette.ts';
import { ToolFigure } from './ToolFigure.tsx';

interface Props {
  readonly shape: ArmShape;
  /** Live joint angles; or `joints` for a fixed pose. */
  readonly source?: JointSource;
  readonly joints?: readonly number[];
  readonly tcp?: Pose | undefined;
  readonly toolBoxes?: readonly ToolBox[] | undefined;
  readonly fingerWidths?: FingerWidths;
  readonly highlight?: number;
  readonly palette: ScenePalette;
  readonly opacity: number;
  readonly isGhost?: boolean;
  /** Links that would touch something, by name; 'tool' for the tool. */
  readonly touching?: readonly string[] | undefined;
  readonly showsJointNumbers?: boolean;
  readonly showsCollision?: boolean;
  /** Content in the frame of TCP poses. */
  readonly held?: ReactNode;
  /** Axis of the tool that the user moves or rotates about. */
  readonly toolAxis?: number | undefined;
}

/** Opacity of a link of a ghost that would touch something. */
const touchingOpacity = 0.7;

/** One arm: its links are nested as its joints are, each joint a group that rotates. */
export function ArmFigure(props: Props) {
  const { shape, source, joints, tcp, palette, opacity, isGhost = false, touching = [] } = props;
  const turning = useRef<(Group | null)[]>([]);
  usePose(turning, shape, source, joints);
  const finish: Finish = {
    shell: isGhost ? palette.ghost : palette.shell,
    cover: isGhost ? palette.ghost : palette.cover,
    highlight: palette.highlight,
    opacity,
  };
  const touchingFinish: Finish = {
    ...finish,
    shell: palette.failure,
    cover: palette.failure,
    opacity: touchingOpacity,
  };
  const toolColor = isGhost ? palette.ghost : palette.tool;
  const isToolTouching = touching.includes('tool');
  const collision = props.showsCollision ? palette.collision : undefined;
  const nest = (index: number): ReactNode => {
    const link = shape.links[index];
    if (!link) {
      return (
        <group position={shape.flange.xyz} rotation={[...shape.flange.rpy, 'ZYX']}>
          <ToolFigure
            tcp={tcp}
            boxes={props.toolBoxes}
            fingerWidths={props.fingerWidths}
            collision={collision}
            color={isToolTouching ? palette.failure : toolColor}
            opacity={isToolTouching ? touchingOpacity : opacity}
            axis={props.toolAxis}
          />
          <At pose={restPoseFromTool0(tcp ?? identityPose)}>{props.held}</At>
        </group>
      );
    }
    const linkFinish = touching.includes(link.name) ? touchingFinish : finish;
    return (
      <group position={link.origin.xyz} rotation={[...link.origin.rpy, 'ZYX']}>
        {props.showsJointNumbers && (
          <JointNumber number={index} isActive={props.highlight === index} palette={palette} />
        )}
        <group
          ref={(group) => {
            turning.current[index] = group;
          }}
        >
          <JointCover link={link} finish={linkFinish} isHighlighted={props.highlight === index} />
          <LinkHousings link={link} finish={linkFinish} collision={collision} />
          {nest(index + 1)}
        </group>
      </group>
    );
  };
  return (
    <group position={shape.base.origin.xyz} rotation={[...shape.base.origin.rpy, 'ZYX']}>
      <BasePlate radius={shape.base.coverRadius} finish={finish} />
      <LinkHousings link={shape.base} finish={finish} collision={collision} />
      {nest(0)}
    </group>
  );
}

interface HousingsProps {
  readonly link: LinkShape;
  readonly finish: Finish;
  /** Colour of the collision shapes, if they are shown. */
  readonly collision: string | undefined;
}

function LinkHousings({ link, finish, collision }: HousingsProps) {
  return link.housings.map((housing) => (
    <HousingMesh key={`${housing.from}-${housing.to}`} housing={housing} finish={finish} collision={collision} />
  ));
}

/** Applies the joint angles of the source without React renders, and requests a new frame. */
function usePose(
  turning: RefObject<(Group | null)[]>,
  shape: ArmShape,
  source: JointSource | undefined,
  joints: readonly number[] | undefined,
): void {
  const invalidate = useThree((three) => three.invalidate);
  useEffect(() => {
    const axis = new Vector3();
    const pose = () => {
      const angles = source ? source.joints : joints;
      shape.links.forEach((link, index) => {
        if (link.axis)
          turning.current[index]?.quaternion.setFromAxisAngle(axis.set(...link.axis), angles?.[index] ?? 0);
      });
      invalidate();
    };
    pose();
    return source?.subscribe(pose);
  }, [turning, shape, source, joints, invalidate]);
}
