"""What the programs of this folder share: the robot they drive, and what they expect of its answers."""

import time
from dataclasses import dataclass

from standardbots import StandardBotsRobot, models

HOME = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
ASIDE = (0.2, 0.1, 0.1, 0.1, 0.1, 0.1)
Kind = models.ArmPositionUpdateRequestKindEnum


@dataclass
class Bench:
    robot: StandardBotsRobot
    is_live: bool
    url: str
    routine_id: str


def refused(response, status, code, text=""):
    assert response.status == status, f"{response.status}: {response.data}"
    assert response.data.error.value == code, response.data
    assert text in response.data.message, response.data


def done(response):
    assert response.status == 200, f"{response.status}: {response.data}"
    return response.data


def near(one, other, within):
    assert all(abs(a - b) <= within for a, b in zip(one, other)), f"{one} is not {other}"


def until(is_true, within_seconds=20):
    end = time.monotonic() + within_seconds
    while not is_true():
        assert time.monotonic() < end, f"nothing of the kind within {within_seconds} s"
        time.sleep(0.02)


def joint_move(*targets, **more):
    rotations = [models.ArmJointRotations(joints=target) for target in targets]
    if len(rotations) == 1:
        return models.ArmPositionUpdateRequest(kind=Kind.JointRotation, joint_rotation=rotations[0], **more)
    return models.ArmPositionUpdateRequest(kind=Kind.JointRotations, joint_rotations=rotations, **more)


def controlled_move(target, interval):
    return models.ArmPositionUpdateControlledRequest(
        kind=Kind.JointRotation,
        joint_rotation=models.ArmJointRotations(joints=target),
        heartbeat_interval=interval,
    )


def place(x, y, z, **more):
    quaternion = models.Quaternion(x=0.0, y=0.0, z=0.707, w=0.707)
    return models.PositionAndOrientation(
        position=models.Position(x=x, y=y, z=z),
        orientation=models.Orientation(kind=models.OrientationKindEnum.Quaternion, quaternion=quaternion),
        **more,
    )


def joints_of(robot):
    return robot.movement.position.get_arm_position().ok().joint_rotations


def point_of(robot):
    position = robot.movement.position.get_arm_position().ok().tooltip_position.position
    return (position.x, position.y, position.z)


def status_of(robot):
    return robot.recovery.recover.get_status().ok().status.value
