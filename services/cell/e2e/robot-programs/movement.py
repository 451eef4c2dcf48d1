"""Moving the arm: plainly, and while heartbeats are sent."""

import threading
import time

from bench import ASIDE, HOME, Kind, controlled_move, joint_move, joints_of, near, place, point_of, refused, status_of, until
from standardbots import models


def test_moves_joints_and_is_there_when_it_is_answered(bench):
    position = bench.robot.movement.position
    for target in (ASIDE, HOME):
        assert position.set_arm_position(joint_move(target)).ok().kind.value == "success"
        near(joints_of(bench.robot), target, 0.01)


def test_moves_through_a_list_of_joints(bench):
    event = bench.robot.movement.position.set_arm_position(joint_move(ASIDE, HOME)).ok()
    assert event.kind.value == "success"
    near(joints_of(bench.robot), HOME, 0.01)


def test_moves_the_tool_to_a_pose(bench):
    position = bench.robot.movement.position
    there = place(0.0, 0.3687, 1.3618)
    assert position.move(there.position, there.orientation).ok().kind.value == "success"
    near(point_of(bench.robot), (0.0, 0.3687, 1.3618), 0.01)
    reported = position.get_arm_position().ok().tooltip_position
    assert reported.reference_frame == "base"
    assert reported.position.unit_kind.value == "meters"
    assert reported.orientation.kind.value == "quaternion"


def test_moves_the_tool_through_poses_on_a_line_at_a_speed(bench):
    request = models.ArmPositionUpdateRequest(
        kind=Kind.TooltipPositions,
        tooltip_positions=[place(0.1, 0.4, 1.3), place(0.1, 0.35, 1.18)],
        movement_kind=models.MovementKindEnum.Line,
        speed_profile=models.SpeedProfile(
            max_joint_speeds=(2.0, 2.0, 2.0, 2.0, 2.0, 2.0), max_tooltip_speed=0.4, scaling_factor=0.9
        ),
    )
    assert bench.robot.movement.position.set_arm_position(request).ok().kind.value == "success"
    near(point_of(bench.robot), (0.1, 0.35, 1.18), 0.001)


def test_takes_a_pose_in_millimetres(bench):
    there = place(100.0, 400.0, 1300.0)
    there.position.unit_kind = models.LinearUnitKind.Millimeters
    assert bench.robot.movement.position.move(there.position, there.orientation).ok().kind.value == "success"
    near(point_of(bench.robot), (0.1, 0.4, 1.3), 0.001)


def test_tells_of_a_place_out_of_reach_and_recovers(bench):
    event = bench.robot.movement.position.set_arm_position(joint_move((100.0, 0.0, 0.0, 0.0, 0.0, 0.0))).ok()
    assert event.kind.value == "failure"
    assert event.failure.kind.value == "motion_failed_unknown_reason"
    assert bench.robot.recovery.recover.recover().ok().failed is False


def test_refuses_a_move_that_says_not_where_to(bench):
    for kind in Kind:
        request = models.ArmPositionUpdateRequest(kind=kind)
        refused(bench.robot.movement.position.set_arm_position(request), 400, "request_failed_validation")


def test_refuses_a_quaternion_that_turns_nothing(bench):
    there = place(0.1, 0.4, 1.3)
    there.orientation.quaternion = models.Quaternion(x=0.0, y=0.0, z=0.0, w=0.5)
    moved = bench.robot.movement.position.move(there.position, there.orientation)
    refused(moved, 400, "request_failed_validation", "Quaternion has a non-unit magnitude")


def test_refuses_a_calibration_that_is_not_there(bench):
    there = place(0.1, 0.4, 1.3, local_accuracy_calibration="nowhere")
    request = models.ArmPositionUpdateRequest(kind=Kind.TooltipPosition, tooltip_position=there)
    refused(bench.robot.movement.position.set_arm_position(request), 400, "invalid_space_specified")


def test_takes_a_calibration_that_is_there(bench):
    there = place(0.1, 0.4, 1.3, local_accuracy_calibration="Table")
    request = models.ArmPositionUpdateRequest(kind=Kind.TooltipPosition, tooltip_position=there)
    assert bench.robot.movement.position.set_arm_position(request).ok().kind.value == "success"


def test_does_not_move_against_its_brakes(bench):
    robot = bench.robot
    assert robot.movement.brakes.brake().ok().state.value == "engaged"
    refused(robot.movement.position.set_arm_position(joint_move(ASIDE)), 500, "brakes_must_be_disengaged")
    controlled = robot.movement.position_controlled.set_arm_position_controlled(controlled_move(ASIDE, 300))
    refused(controlled, 500, "brakes_must_be_disengaged")


def test_refuses_a_second_move_during_a_move(bench):
    robot = bench.robot
    robot.movement.position.set_arm_position(joint_move(HOME)).ok()
    far = (1.2, 0.0, 0.0, 0.0, 0.0, 0.0)
    slow = models.SpeedProfile(scaling_factor=0.2)
    ends = []
    first = threading.Thread(
        target=lambda: ends.append(robot.movement.position.set_arm_position(joint_move(far, speed_profile=slow)))
    )
    first.start()
    until(lambda: status_of(robot) == "RunningAdHocCommand")
    refused(robot.movement.position.set_arm_position(joint_move(HOME)), 503, "robot_not_idle")
    # Nothing is to cancel a move with but a stop; it says that no routine ran.
    refused(robot.routine_editor.routines.stop(), 500, "routine_must_be_running")
    first.join()
    assert ends[0].ok().kind.value == "canceled", ends[0].data
    until(lambda: status_of(robot) == "Idle")


def test_moves_while_heartbeats_arrive(bench):
    controlled = bench.robot.movement.position_controlled
    for target in (ASIDE, HOME):
        status = controlled.set_arm_position_controlled(controlled_move(target, 2000)).ok()
        assert status.is_active and status.id and status.heartbeat_interval == 2000
        kinds = set()
        while status.is_active:
            status = controlled.send_heartbeat(status.id).ok()
            kinds.add(status.event.kind.value)
        assert "begin_motion" in kinds, kinds
        assert status.event.kind.value == "success"
        near(joints_of(bench.robot), target, 0.01)
    # The end of a move can be asked for again.
    assert controlled.send_heartbeat(status.id).ok().event.kind.value == "success"


def test_stops_on_the_way_when_no_heartbeat_arrives(bench):
    robot = bench.robot
    robot.movement.position.set_arm_position(joint_move(HOME)).ok()
    far = (1.5, 0.0, 0.0, 0.0, 0.0, 0.0)
    status = robot.movement.position_controlled.set_arm_position_controlled(controlled_move(far, 500)).ok()
    while abs(joints_of(robot)[0]) < 0.01:
        assert robot.movement.position_controlled.send_heartbeat(status.id).ok().is_active
    until(lambda: status_of(robot) == "Idle")
    assert abs(joints_of(robot)[0] - 1.5) > 0.1
    assert robot.recovery.recover.get_status().ok().failed is False
    ended = robot.movement.position_controlled.send_heartbeat(status.id).ok()
    assert not ended.is_active and ended.event.kind.value == "canceled"


def test_stays_where_it_is_when_nobody_can_hold_it(bench):
    robot = bench.robot
    robot.movement.position.set_arm_position(joint_move(HOME)).ok()
    robot.movement.position_controlled.set_arm_position_controlled(controlled_move((1.5, 0.0, 0.0, 0.0, 0.0, 0.0), 1))
    time.sleep(0.1)
    near(joints_of(robot), HOME, 0.0005)
    until(lambda: status_of(robot) == "Idle")


def test_tells_the_heartbeat_of_a_plan_that_fails(bench):
    controlled = bench.robot.movement.position_controlled
    status = controlled.set_arm_position_controlled(controlled_move((100.0, 0.0, 0.0, 0.0, 0.0, 0.0), 300)).ok()
    while status.is_active:
        status = controlled.send_heartbeat(status.id).ok()
    assert status.event.kind.value == "failure"
    assert status.event.failure.reason == "Failed to generate a motion plan"


def test_knows_no_heartbeat_of_another_move(bench):
    answer = bench.robot.movement.position_controlled.send_heartbeat("nobody_sent_this")
    refused(answer, 404, "not_found", "Invalid command ID")
