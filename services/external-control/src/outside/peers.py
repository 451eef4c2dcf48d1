"""EtherNet/IP, Modbus and OPC UA by others than this project: a client, chosen on the command line.

It writes lines of JSON. A scanner and clients of Modbus and OPC UA read commands, one line of JSON each, and end with their input.
"""

import asyncio
import json
import logging
import os
import subprocess
import sys

INPUT, OUTPUT, CONFIGURATION = 100, 150, 151


def tell(value):
    print(json.dumps(value), flush=True)


def explicit(host):
    """What pycomm3 reads by unconnected and connected messages."""
    from pycomm3 import CIPDriver, Services

    found = CIPDriver.list_identity(host)
    answers = {}
    with CIPDriver(host) as driver:
        for name, code, instance, attribute in [
            ("vendor", 0x01, 1, 1),
            ("product", 0x01, 1, 7),
            ("inputs", 0x04, INPUT, 3),
            ("size", 0x04, OUTPUT, 4),
            ("address", 0xF5, 1, 5),
            ("mac", 0xF6, 1, 3),
            ("scheduled", 0x48, 1, 5),
            ("unknown", 0x99, 1, 1),
        ]:
            for connected in (False, True):
                answer = driver.generic_message(
                    service=Services.get_attribute_single,
                    class_code=code,
                    instance=instance,
                    attribute=attribute,
                    connected=connected,
                    unconnected_send=False,
                )
                value = answer.error or answer.value.hex()
                answers[f"{name} {'connected' if connected else 'unconnected'}"] = value
    tell({"identity": {key: found[key] for key in ("product_name", "product_type", "serial")}, "answers": answers})


def attribute(host, path):
    """What cpppo prints of an attribute."""
    command = [sys.executable, "-m", "cpppo.server.enip.get_attribute", "-S", "-a", host, path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    tell({"output": done.stdout + done.stderr, "code": done.returncode})


def eds(path):
    """What eds-pie finds in an EDS file."""
    from eds_pie.eds_pie import CIP_EDS

    logging.disable(logging.CRITICAL)
    with open(path, newline="") as file:
        parsed = CIP_EDS(file.read())

    def values(section, entry):
        return [field.value for field in parsed.get_section(section).get_entry(entry).fields]

    tell(
        {
            "protocol": parsed.protocol,
            "device": [values("Device", name)[0] for name in ("VendCode", "ProdType", "ProdCode", "ProdName")],
            "assemblies": {str(n): values("Assembly", f"Assem{n}") for n in (INPUT, OUTPUT, CONFIGURATION)},
            "connections": [values("Connection Manager", f"Connection{n}") for n in (1, 2, 3)],
            "params": len(parsed.get_section("Params").entries),
        }
    )


def scan(host, interval, multiplier="0"):
    """A scanner that owns the adapter, by ethernetip."""
    from ethernetip import EtherNetIP

    network = EtherNetIP(host)
    connection = network.explicit_conn(host)
    connection.registerSession()
    # Each scanner has connections of its own.
    connection.conn_serial_num = os.getpid() % 32768
    inputs = network.registerAssembly(EtherNetIP.ENIP_IO_TYPE_INPUT, 32, INPUT, connection)
    outputs = network.registerAssembly(EtherNetIP.ENIP_IO_TYPE_OUTPUT, 32, OUTPUT, connection)
    network.startIO(0)
    status = connection.sendFwdOpenReq(
        INPUT,
        OUTPUT,
        CONFIGURATION,
        torpi=int(interval),
        otrpi=int(interval),
        multiplier=int(multiplier),
        originator_udp_port=network.originator_udp_port,
    )
    tell({"status": status})
    if status == 0:
        connection.produce()
    for line in sys.stdin:
        command = json.loads(line)
        for index, byte in enumerate(command.get("outputs", [])):
            for bit in range(8):
                outputs[index * 8 + bit] = bool(byte >> bit & 1)
        if command.get("close"):
            connection.stopProduce()
            tell({"closed": connection.sendFwdCloseReq(INPUT, OUTPUT, CONFIGURATION)})
        else:
            data = [sum(bool(inputs[byte * 8 + bit]) << bit for bit in range(8)) for byte in range(32)]
            tell({"inputs": data})
    connection.stopProduce()
    network.stopIO()


def modbus(host, port):
    """Requests of pymodbus: each line names a method, its arguments and the unit."""
    from pymodbus.client import ModbusTcpClient

    client = ModbusTcpClient(host, port=int(port))
    tell({"connected": client.connect()})
    for line in sys.stdin:
        method, arguments, unit = json.loads(line)
        answer = getattr(client, method)(**arguments, device_id=unit)
        if answer.isError():
            tell({"exception": answer.exception_code})
        else:
            tell({"registers": list(answer.registers), "bits": list(answer.bits)})
    client.close()


def opcua(url, folder, user, password):
    """A session of asyncua, signed and encrypted: each line reads or writes variables, or reads the robot."""
    logging.disable(logging.CRITICAL)
    asyncio.run(opcua_session(url, folder, user, password))


async def opcua_session(url, folder, user, password):
    from asyncua import Client, ua

    client = Client(url)
    await secure(client, folder)
    client.set_user(user)
    client.set_password(password)
    try:
        await client.connect()
    except ua.UaError as error:
        tell({"error": type(error).__name__})
        return
    tell({"connected": True})
    own = await client.get_namespace_index("urn:cellwright:external-control")
    # Beside the keep-alive of the session.
    next_line = lambda: asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    while line := await next_line():
        command = json.loads(line)
        node = client.get_node(f"ns={own};s={command.get('name')}")
        try:
            if "value" in command:
                value = ua.Variant(command["value"], ua.VariantType[command["type"]])
                await node.write_value(ua.DataValue(value))
                tell({"status": "Good"})
            elif command.get("robot"):
                tell(await read_robot(client))
            elif "call" in command:
                tell(await call_task(client, command["call"]))
            else:
                tell({"value": await node.read_value()})
        except ua.UaError as error:
            tell({"status": type(error).__name__})
    await client.disconnect()


async def secure(client, folder):
    """Signs and encrypts, with a certificate of its own."""
    from pathlib import Path

    from asyncua import ua
    from asyncua.crypto.cert_gen import setup_self_signed_certificate
    from asyncua.crypto.security_policies import SecurityPolicyBasic256Sha256
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key, certificate = Path(folder) / "key.pem", Path(folder) / "certificate.der"
    client.application_uri = "urn:example:line"
    purposes, names = [ExtendedKeyUsageOID.CLIENT_AUTH], {"commonName": "Line"}
    await setup_self_signed_certificate(key, certificate, client.application_uri, "line", purposes, names)
    await client.set_security(
        SecurityPolicyBasic256Sha256,
        certificate=str(certificate),
        private_key=str(key),
        mode=ua.MessageSecurityMode.SignAndEncrypt,
    )


async def call_task(client, name):
    """Calls a method of the task of the robot; answers with its status and the state of the task after it."""
    from asyncua import ua

    device = await client.get_namespace_index("http://opcfoundation.org/UA/DI/")
    robotics = await client.get_namespace_index("http://opcfoundation.org/UA/Robotics/")
    device_set = await client.nodes.objects.get_child([f"{device}:DeviceSet"])
    [system] = [node for node in await device_set.get_children() if (await node.read_browse_name()).Name == "Robot"]
    [controller] = await (await system.get_child([f"{robotics}:Controllers"])).get_children()
    [task] = await (await controller.get_child([f"{robotics}:TaskControls"])).get_children()
    machine = await task.get_child([f"{robotics}:TaskControlOperation", f"{robotics}:TaskControlStateMachine"])
    arguments = [ua.Variant(0, ua.VariantType.Int64)] if name == "Stop" else []
    status = await machine.call_method(f"{robotics}:{name}", *arguments)
    state = await (await machine.get_child(["0:CurrentState"])).read_value()
    return {"status": status, "state": state.Text}


async def read_robot(client):
    """What the companion specification for robots promises, found by types alone."""
    from asyncua import ua

    device = await client.get_namespace_index("http://opcfoundation.org/UA/DI/")
    robotics = await client.get_namespace_index("http://opcfoundation.org/UA/Robotics/")

    async def instances(parent, number):
        of_type = ua.NodeId(number, robotics)
        return [node for node in await parent.get_children() if await node.read_type_definition() == of_type]

    async def inside(parent, *path):
        return await parent.get_child([f"{space}:{name}" for space, name in path])

    async def parameter(parent, name):
        return await (await inside(parent, (device, "ParameterSet"), (robotics, name))).read_value()

    device_set = await inside(client.nodes.objects, (device, "DeviceSet"))
    [system] = await instances(device_set, 1002)
    [arm] = await instances(await inside(system, (robotics, "MotionDevices")), 1004)
    [controller] = await instances(await inside(system, (robotics, "Controllers")), 1003)
    [safety] = await instances(await inside(system, (robotics, "SafetyStates")), 1013)
    [task] = await instances(await inside(controller, (robotics, "TaskControls")), 1011)
    axes = await instances(await inside(arm, (robotics, "Axes")), 16601)
    return {
        "positions": [await parameter(axis, "ActualPosition") for axis in axes],
        "emergencyStop": await parameter(safety, "EmergencyStop"),
        "program": await parameter(task, "TaskProgramName"),
        "override": await parameter(arm, "SpeedOverride"),
        "serial": await (await inside(arm, (device, "SerialNumber"))).read_value(),
    }


if __name__ == "__main__":
    {"opcua": opcua, "modbus": modbus, "explicit": explicit, "attribute": attribute, "eds": eds, "scan": scan}[sys.argv[1]](*sys.argv[2:])
