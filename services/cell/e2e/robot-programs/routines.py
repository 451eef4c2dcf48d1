"""Routines, their variables and their places; faults and recovery."""

import time
from contextlib import contextmanager

from bench import ASIDE, done, joint_move, refused, status_of, until
from standardbots import models

UNKNOWN = "routine_that_nobody_made"


@contextmanager
def playing(bench, variables=None):
    routines = bench.robot.routine_editor.routines
    answer = routines.play(models.PlayRoutineRequest(variables=variables), bench.routine_id)
    assert answer.ok().status.value == "RoutineRunning"
    try:
        yield routines
    finally:
        bench.robot.recovery.recover.recover()
        routines.stop()


def test_lists_routines_page_by_page(bench):
    routines = bench.robot.routine_editor.routines
    found, offset = [], 0
    while True:
        page = routines.list(limit=1, offset=offset).ok()
        assert page.pagination.total == len(page.items)
        assert (page.pagination.limit, page.pagination.offset) == (1, offset)
        if not page.items:
            break
        found += [routine.id for routine in page.items]
        offset += 1
    assert bench.routine_id in found and len(found) == len(set(found)) and len(found) >= 2
    refused(routines.list(limit=0, offset=0), 400, "invalid_parameters", "Limit must be greater than 0.")
    refused(routines.list(limit=-1, offset=0), 400, "invalid_parameters", "Limit must be greater than 0.")
    below = "Offset must be greater than or equal to 0."
    refused(routines.list(limit=1, offset=-1), 400, "invalid_parameters", below)


def test_loads_a_routine_with_its_variables(bench):
    routine = bench.robot.routine_editor.routines.load(bench.routine_id).ok()
    assert routine.id == bench.routine_id and routine.name == "Counts for ever"
    assert {variable.name: variable.value for variable in routine.environment_variables} == {
        "parts": "0",
        "label": "none",
    }
    refused(bench.robot.routine_editor.routines.load(UNKNOWN), 404, "not_found")


def test_reads_spaces_and_planes(bench):
    space, routines = bench.robot.space, bench.robot.routine_editor.routines
    everywhere = {item.name for item in space.list_global_spaces().ok().items}
    assert {"Table", "Bench top"} <= everywhere
    own = routines.list_spaces(bench.routine_id, exclude_global_spaces=True).ok().items
    assert [item.name for item in own] == ["Above"] and own[0].is_global is False
    assert len(own[0].positions[0].jointAngles) == 6
    both = routines.list_spaces(bench.routine_id, exclude_global_spaces=False).ok().items
    assert {item.is_global for item in both} == {True, False}
    planes = space.list_planes(limit=10, offset=0).ok()
    assert [plane.name for plane in planes.items] == ["Bench top"] and planes.pagination.total == 1
    assert space.list_planes(limit=10, offset=1).ok().items == []
    refused(space.list_planes(limit=0, offset=0), 400, "invalid_parameters", "Limit must be greater than 0.")
    refused(routines.list_spaces(UNKNOWN, exclude_global_spaces=True), 404, "not_found")


def test_plays_watches_pauses_resumes_and_stops(bench):
    with playing(bench) as routines:
        state = routines.get_state(bench.routine_id).ok()
        assert state.is_paused is False and state.start_time and state.is_preflight_test_run is False
        until(lambda: routines.get_state(bench.routine_id).ok().run_time_seconds > 0.2)
        until(lambda: routines.get_state(bench.routine_id).ok().current_step_id != "")
        again = routines.play(models.PlayRoutineRequest(), bench.routine_id)
        refused(again, 400, "cannot_play_routine")
        moved = bench.robot.movement.position.set_arm_position(joint_move(ASIDE))
        refused(moved, 503, "robot_not_idle")
        done(routines.pause(bench.routine_id))
        assert routines.get_state(bench.routine_id).ok().is_paused is True
        refused(routines.pause(bench.routine_id), 400, "routine_must_be_playing")
        resumed = routines.play(models.PlayRoutineRequest(), bench.routine_id)
        assert resumed.ok().status.value == "RoutineRunning"
        assert routines.get_state(bench.routine_id).ok().is_paused is False
        done(routines.stop())
        refused(routines.get_state(bench.routine_id), 400, "routine_must_be_running")
    refused(routines.stop(), 500, "routine_must_be_running")


def test_refuses_to_play_what_is_not_there_or_cannot(bench):
    routines = bench.robot.routine_editor.routines
    refused(routines.play(models.PlayRoutineRequest(), UNKNOWN), 404, "routine_does_not_exist")
    refused(routines.pause(UNKNOWN), 404, "routine_does_not_exist")
    refused(routines.pause(bench.routine_id), 400, "routine_must_be_playing")
    refused(routines.get_state(UNKNOWN), 400, "routine_must_be_running")
    bench.robot.movement.brakes.brake()
    played = routines.play(models.PlayRoutineRequest(), bench.routine_id)
    refused(played, 400, "brakes_must_be_disengaged")


def test_stops_a_paused_routine(bench):
    with playing(bench) as routines:
        routines.pause(bench.routine_id)
        done(routines.stop())
        until(lambda: status_of(bench.robot) == "Idle")


def counts_from_a_million(variables):
    """Sets the count and looks whether the routine goes on from there. A step that is counting meanwhile writes over it."""
    done(variables.update(models.RuntimeVariable(value="1000000"), "parts"))
    time.sleep(0.2)
    return int(variables.load("parts").ok().value) > 1000000


def test_plays_with_variables_and_changes_them(bench):
    variables = bench.robot.routine_editor.variables
    refused(variables.load("parts"), 400, "routine_must_be_running")
    with playing(bench, {"label": "from outside"}):
        assert variables.load("label").ok().value == "from outside"
        for value in ("another", "12"):
            done(variables.update(models.RuntimeVariable(value=value), "label"))
            assert variables.load("label").ok().value == value
        until(lambda: counts_from_a_million(variables))
        assert variables.load("line").ok().value == "3"
        refused(variables.load("nobody"), 400, "request_failed_validation")
        refused(variables.update(models.RuntimeVariable(value="1"), "nobody"), 400, "request_failed_validation")
        refused(variables.update(models.RuntimeVariable(), "label"), 400, "request_failed_validation")
    unknown = bench.robot.routine_editor.routines.play(
        models.PlayRoutineRequest(variables={"nobody": "1"}), bench.routine_id
    )
    refused(unknown, 400, "request_failed_validation")


def test_tells_the_variables_of_its_steps(bench):
    with playing(bench) as routines:
        bare = routines.get_step_variables(bench.routine_id, step_id_map=False).ok()
        assert bare.variables["label"] == "none" and bare.step_id_map is None
        named = routines.get_step_variables(bench.routine_id, step_id_map=True).ok()
        assert named.step_id_map["step_robot_programs_loop"] == "For ever"
        until(lambda: "completedCount" in routines.get_step_variables(bench.routine_id, step_id_map=False)
              .ok().variables.get("step_robot_programs_loop", ""))
    refused(routines.get_step_variables(bench.routine_id, step_id_map=True), 400, "routine_must_be_running")


def test_raises_a_fault_and_recovers_from_it(bench):
    faults, recovery = bench.robot.faults.user_faults, bench.robot.recovery.recover
    fault = models.TriggerFaultRequest(message="The part is missing", isRecoverable=True)
    refused(faults.trigger_user_fault(fault), 409, "routine_must_be_running")
    with playing(bench) as routines:
        done(faults.trigger_user_fault(fault))
        status = recovery.get_status().ok()
        assert status.failed is True and status.status.value == "Failure"
        assert "The part is missing" in status.failure.reason and status.failure.kind == "TriggerFaultFailure"
        assert routines.get_state(bench.routine_id).ok().is_paused is True
        recovered = recovery.recover().ok()
        assert recovered.failed is False
        assert recovery.get_status().ok().status == recovered.status
        done(routines.stop())


def test_is_ended_by_a_fault_that_is_final(bench):
    recovery = bench.robot.recovery.recover
    with playing(bench) as routines:
        final = models.TriggerFaultRequest(message="It is broken", isRecoverable=False)
        done(bench.robot.faults.user_faults.trigger_user_fault(final))
        refused(routines.get_state(bench.routine_id), 400, "routine_must_be_running")
        still = recovery.recover().ok()
        assert still.failed is True and still.status.value == "Failure"
        assert still.failure.recovery_type.value == "NotRecoverable"
        # Without power it may be left.
        bench.robot.movement.brakes.brake()
        assert recovery.recover().ok().failed is False


def test_stops_in_an_emergency_and_recovers(bench):
    robot, recovery = bench.robot, bench.robot.recovery.recover
    assert recovery.recover().ok().failed is False
    for reason in ("somebody is near", None):
        stopped = robot.movement.brakes.engage_emergency_stop(models.EngageEmergencyStopRequest(reason=reason))
        assert stopped.status == 200 and stopped.data is None
        if bench.is_live:
            until(lambda: recovery.get_status().ok().failed)
            assert recovery.get_status().ok().failure.kind == "EStopTriggered"
        until(lambda: robot.movement.brakes.get_brakes_state().ok().state.value == "engaged")
        assert bench.is_live or recovery.get_status().ok().failed is False
        until(lambda: recovery.recover().data.failed is False)
        assert robot.movement.brakes.unbrake().ok().state.value == "disengaged"
