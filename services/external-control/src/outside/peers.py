"""EtherNet/IP by others than this project: a client of the adapter, chosen on the command line.

It writes lines of JSON. A scanner reads commands, one line of JSON each, and ends with its input.
"""

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


if __name__ == "__main__":
    {"explicit": explicit, "attribute": attribute, "eds": eds, "scan": scan}[sys.argv[1]](*sys.argv[2:])
