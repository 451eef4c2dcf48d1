"""Status, brakes, control mode, poses, payload, ports and devices."""

import json
import operator

from bench import HOME, done, joint_move, near, refused
from standardbots import StandardBotsRobot, models


def test_is_well_without_a_token(bench):
    stranger = StandardBotsRobot(url=bench.url, token="wrong", robot_kind=StandardBotsRobot.RobotKind.Simulated)
    with stranger.connection():
        assert stranger.status.health.get_health().ok().health.value in ("ok", "warning")
        refused(stranger.io.status.get_io_state(), 401, "authorization_required", "Invalid token")
        refused(stranger.routine_editor.routines.stop(), 401, "authorization_required", "Invalid token")
        assert stranger.metrics.get_prometheus_metrics().status == 401
    metrics = bench.robot.metrics.get_prometheus_metrics()
    assert metrics.status == 200 and b"# TYPE" in metrics.response.data


def test_is_taken_for_programs_and_given_back(bench):
    control = bench.robot.status.control
    for kind in models.RobotControlModeEnum:
        assert control.set_configuration_control_state(models.RobotControlMode(kind=kind)).ok().kind == kind
        assert control.get_configuration_state_control().ok().kind == kind


def test_engages_and_releases_its_brakes(bench):
    brakes = bench.robot.movement.brakes
    for state in ("engaged", "engaged", "disengaged", "disengaged"):
        wanted = models.BrakesState(state=models.BrakesStateEnum(state))
        assert brakes.set_brakes_state(wanted).ok().state.value == state
        assert brakes.get_brakes_state().ok().state.value == state


def test_tells_of_its_joints(bench):
    joints = bench.robot.general.joints.get_joints_state().ok()
    for joint in (joints.J0, joints.J1, joints.J2, joints.J3, joints.J4, joints.J5):
        assert joint.braked is False and joint.connectionStatus.value == "ready" and joint.inCollision is False
        assert joint.disturbance.disturbance == 0.0
    bench.robot.movement.brakes.brake()
    assert bench.robot.general.joints.get_joints_state().ok().J3.braked is True


def test_says_who_it_is(bench):
    identity = bench.robot.general.bot_identity.bot_identity().ok()
    assert identity.robotOperationMode == "live"


def test_tells_poses(bench):
    robot, poses = bench.robot, bench.robot.poses
    robot.movement.position.set_arm_position(joint_move(HOME)).ok()
    zero = models.JointAngles(j0=0.0, j1=0.0, j2=0.0, j3=0.0, j4=0.0, j5=0.0)
    read = poses.pose_retrieval
    assert abs(read.get_joints_position().ok().pose.j2) < 0.01
    flange = read.get_flange_position().ok().pose
    tooltip = read.get_tooltip_position().ok().pose
    computed = poses.construct_pose.joint_pose(models.JointPoseRequest(pose=zero)).ok().pose
    for pose in (flange, tooltip, computed):
        near((pose.x, pose.y, pose.z), (0.0, 0.35405, 1.4619), 0.001)
        near((pose.i, pose.j, abs(pose.k), abs(pose.w)), (0, 0, 0.7071, 0.7071), 0.001)


def test_computes_with_poses(bench):
    poses = bench.robot.poses
    euler = models.EulerPose(x=100.0, y=-200.0, z=300.0, rx=0.0, ry=0.0, rz=90.0)
    one = poses.construct_pose.cartesian_pose(models.CartesianPoseRequest(pose=euler)).ok().pose
    near((one.x, one.y, one.z, one.k, one.w), (0.1, -0.2, 0.3, 0.7071, 0.7071), 0.0001)
    other = models.CartesianPose(x=1.0, y=1.0, z=1.0, i=0.0, j=0.0, k=0.0, w=1.0)
    both = models.PoseOperationsRequest(pose1=one, pose2=other)
    total = poses.pose_operations.poses_addition(both).ok().pose
    near((total.x, total.y, total.z), (1.1, 0.8, 1.3), 1e-9)
    back = poses.pose_operations.poses_subtraction(models.PoseOperationsRequest(pose1=total, pose2=other)).ok().pose
    near((back.x, back.y, back.z, back.k, back.w), (one.x, one.y, one.z, one.k, one.w), 1e-9)
    distance = poses.cartesian_distance.pose_distance
    assert distance(models.PoseDistanceRequest(pose1=one, pose2=one)).ok().distance == 0
    assert distance(models.PoseDistanceRequest(pose1=one, pose2=other)).ok().distance > 1
    up = models.EulerPose(x=0.0, y=0.0, z=10.0, rx=0.0, ry=0.0, rz=0.0)
    here = poses.pose_retrieval.get_tooltip_position().ok().pose
    moved = poses.pose_operations.cartesian_offset(models.CartesianOffsetRequest(pose=up)).ok().pose
    near((moved.x, moved.y, moved.z), (here.x, here.y, here.z + 0.01), 1e-4)
    bad = models.CartesianPose(x=1.0, y=1.0, z=1.0, i=0.0, j=0.0, k=0.0, w=0.5)
    refused(distance(models.PoseDistanceRequest(pose1=one, pose2=bad)), 400, "request_failed_validation")


def test_is_told_what_it_carries(bench):
    payload = bench.robot.payload
    for mass in (1.5, 0.0):
        done(payload.set_payload(models.PayloadStateRequest(mass=mass)))
        assert payload.get_payload().ok().mass == mass
    too_light = payload.set_payload(models.PayloadStateRequest(mass=-20.0))
    refused(too_light, 400, "request_failed_validation", "Payload mass cannot be less than")
    too_heavy = payload.set_payload(models.PayloadStateRequest(mass=1000.0))
    refused(too_heavy, 400, "request_failed_validation", "Payload mass cannot be more than")


def test_reads_and_sets_ports(bench):
    status, control = bench.robot.io.status, bench.robot.io.control
    for level in ("high", "low"):
        request = models.IOStateUpdateRequest(state={"Output 3": level, "Relay 1": level})
        assert control.update_io_state(request).ok().state["Output 3"] == level
        state = status.get_io_state().ok().state
        assert state["Output 3"] == level and state["Relay 1"] == level
    assert len([name for name in state if name.startswith("Input ")]) == 16


def test_refuses_ports_that_cannot_be_set(bench):
    control = bench.robot.io.control
    for state in ({"Output 1": "up"}, {"Input 1": "high"}, {"Output 99": "high"}, {}):
        refused(control.update_io_state(models.IOStateUpdateRequest(state=state)), 400, "request_failed_validation")
    reserved = control.update_io_state(models.IOStateUpdateRequest(state={"Output 16": "high"}))
    refused(reserved, 403, "io_safeguard_error")


def test_lists_its_devices(bench):
    devices = bench.robot.equipment.get_equipment().ok().equipment
    assert sorted(device.kind for device in devices) == ["OnRobot2FG7", "OnRobot3FG15"]
    (device,) = [device for device in devices if device.kind == "OnRobot2FG7"]
    assert device.is_enabled is True and device.id and device.kind == "OnRobot2FG7"
    assert json.loads(device.config)["kind"] == "OnRobot2FG7"
    assert bench.robot.sensors.get_sensors().ok().sensors == []


def test_has_no_camera_and_says_so(bench):
    camera = bench.robot.camera
    assert camera.status.get_camera_status().ok().connected is False
    assert camera.bot.get_connected_cameras().ok().cameras == []
    settings = models.CameraSettings(brightness=0, contrast=50, autoWhiteBalance=True)
    frame = models.CameraFrameRequest(camera_settings=settings)
    for answer in (
        camera.data.get_color_frame(frame),
        camera.data.get_camera_stream(),
        camera.data.get_camera_intrinsics_color(),
        camera.settings.set_camera_settings(settings),
    ):
        refused(answer, 503, "camera_disconnected")
    refused(camera.data.get_color_frame(models.CameraFrameRequest()), 400, "request_failed_validation")


def test_leaves_the_arm_to_ros_and_takes_it_back(bench):
    control, status = bench.robot.ros.control, bench.robot.ros.status
    for state in models.ROSControlStateEnum:
        assert control.update_ros_control_state(models.ROSControlUpdateRequest(action=state)).ok().state == state
        assert status.get_ros_control_state().ok().state == state
    bench.robot.movement.brakes.brake()
    enable = models.ROSControlUpdateRequest(action=models.ROSControlStateEnum.Enabled)
    refused(control.update_ros_control_state(enable), 500, "cannot_change_ros_state")


def test_says_of_what_is_not_there_that_it_is_not(bench):
    robot = bench.robot
    assert robot.recorder.get_recorder_state().ok().status.value == "not_recording"
    assert robot.teleop.get_state("somebody").ok().status.value == "stopped"
    for name, arguments in (
        ("recorder.clear_hardware_config_cache", ()),
        ("teleop.stop_session", ()),
        ("webrtc.get_messages", ("http://somewhere", "somebody")),
        ("external_control.stop", ()),
        ("ros.dds.get_dds_configuration", ()),
        ("calibration.get_active_calibration", ()),
        ("chat_gpt.data.speech_to_text", (models.SpeechToTextRequest(encoded_audio_data="aGk="),)),
        ("chat_gpt.data.text_to_skill", (models.TextToSkillRequest(text="pick it up", skills=["pick"]),)),
    ):
        try:
            ask = operator.attrgetter(name)(robot)
        except AttributeError:
            continue  # Clients of January do not have it.
        refused(ask(*arguments), 503, "service_initializing", "This cell has no ")
    refused(robot.chat_gpt.data.speech_to_text(models.SpeechToTextRequest()), 400, "request_failed_validation")
    refused(robot.chat_gpt.data.text_to_skill(models.TextToSkillRequest()), 400, "request_failed_validation")
