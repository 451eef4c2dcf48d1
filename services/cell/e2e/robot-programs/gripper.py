"""Gripping and letting go."""

from bench import done, near, refused
from standardbots import models

Control = models.OnRobot2FG7ControlKindEnum
Direction = models.LinearGripDirectionEnum
Unit = models.LinearUnitKind


def command(control, width, direction, unit=Unit.Meters, force=None):
    fingers = models.OnRobot2FG7GripperCommandRequest(
        control_kind=control,
        target_grip_width=models.LinearUnit(unit_kind=unit, value=width),
        grip_direction=direction,
        target_force=None if force is None else models.ForceUnit(unit_kind=models.ForceUnitKind.Newtons, value=force),
    )
    return models.GripperCommandRequest(kind=models.GripperKindEnum.Onrobot2Fg7, onrobot_2fg7=fingers)


def configuration(bench):
    answer = bench.robot.equipment.get_gripper_configuration().ok()
    assert answer.kind == models.GripperKindEnum.Onrobot2Fg7
    return answer.onrobot_2fg7


def test_reaches_the_width_it_is_told_exactly_from_inside_and_outside(bench):
    for direction in Direction:
        for width in (0.05, 0.08):
            done(bench.robot.equipment.control_gripper(command(Control.Move, width, direction)))
            fingers = configuration(bench)
            assert (fingers.width_outer if direction == Direction.Internal else fingers.width_inner) == width
            near([fingers.width_outer - fingers.width_inner], [0.01], 1e-9)
            assert fingers.grip_kind.value == direction.value


def test_grips_with_a_force_and_lets_go(bench):
    equipment = bench.robot.equipment
    grip = command(Control.ForceGrip, 0.05, Direction.External, force=25.0)
    done(equipment.control_gripper(grip))
    fingers = configuration(bench)
    assert fingers.force == 25.0
    done(equipment.control_gripper(command(Control.Move, 0.085, Direction.External)))
    assert configuration(bench).width_inner == 0.085


def test_takes_the_short_forms_in_millimetres_and_inches(bench):
    equipment = bench.robot.equipment
    done(equipment.onrobot_2fg7_move(60))
    assert configuration(bench).width_outer == 0.06
    done(equipment.onrobot_2fg7_grip(55, direction="external", force=20))
    near([configuration(bench).width_inner], [0.055], 1e-9)
    done(equipment.onrobot_2fg7_move(3, unit_kind="inches"))
    near([configuration(bench).width_outer], [0.0762], 1e-9)


def test_moves_and_grips_with_three_fingers(bench):
    def round_command(control, diameter, force):
        fingers = models.OnRobot3FG15GripperCommandRequest(
            control_kind=control,
            target_grip_diameter=models.LinearUnit(unit_kind=Unit.Meters, value=diameter),
            grip_direction=Direction.External,
            target_force=models.ForceUnit(unit_kind=models.ForceUnitKind.Newtons, value=force),
        )
        return models.GripperCommandRequest(kind=models.GripperKindEnum.Onrobot3Fg15, onrobot_3fg15=fingers)

    equipment = bench.robot.equipment
    three = models.OnRobot3FG15ControlKindEnum
    done(equipment.control_gripper(round_command(three.Move, 0.1, 10.0)))
    done(equipment.control_gripper(round_command(three.ForceGrip, 0.08, 100.0)))
    done(equipment.control_gripper(round_command(three.FlexibleForceGrip, 0.11, 100.0)))
    done(equipment.control_gripper(round_command(three.Move, 0.5, 1.0)))


def test_holds_a_command_to_what_the_gripper_can_do(bench):
    equipment = bench.robot.equipment
    done(equipment.control_gripper(command(Control.Move, 0.5, Direction.External, force=1.0)))
    fingers = configuration(bench)
    assert fingers.force == 1.0
    assert fingers.width_inner == fingers.max_width_inner


def test_refuses_what_it_cannot_do(bench):
    equipment = bench.robot.equipment
    nothing = models.GripperCommandRequest(kind=models.GripperKindEnum.Onrobot2Fg7)
    refused(equipment.control_gripper(nothing), 400, "request_failed_validation")
    other = models.GripperCommandRequest(kind=models.GripperKindEnum.Onrobot2Fg14)
    refused(equipment.control_gripper(other), 400, "equipment_no_matching")
