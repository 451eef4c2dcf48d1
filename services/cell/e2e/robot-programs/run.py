"""Runs every program of this folder on one robot; says of each, as a line of JSON, how it went."""

import importlib
import json
import os
import sys
import time
import traceback

from bench import Bench
from standardbots import StandardBotsRobot, models

names, robot_kind = sys.argv[1].split(","), sys.argv[2]
robot = StandardBotsRobot(
    url=os.environ["CELL_URL"],
    token=os.environ["CELL_TOKEN"],
    robot_kind=StandardBotsRobot.RobotKind(robot_kind),
)
bench = Bench(robot, robot_kind == "live", os.environ["CELL_URL"], os.environ["ROUTINE_ID"])

def give_back_control():
    """Programs with another token, which follow, could not move the robot otherwise."""
    mode = models.RobotControlMode(kind=models.RobotControlModeEnum.RoutineEditor)
    robot.status.control.set_configuration_control_state(mode).ok()


with robot.connection():
    for name in names:
        module = importlib.import_module(name)
        for program in [each for each in vars(module) if each.startswith("test_")]:
            begun = time.monotonic()
            error = None
            try:
                robot.recovery.recover.recover().ok()
                robot.movement.brakes.unbrake().ok()
                getattr(module, program)(bench)
            except Exception:
                error = traceback.format_exc()
            seconds = time.monotonic() - begun
            print(json.dumps({"program": f"{name}.{program}", "error": error, "seconds": seconds}), flush=True)
    give_back_control()
