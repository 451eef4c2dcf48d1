"""Protocols of devices by others than this project: a server or a client of one, told on the command line.

It writes one line of JSON when it is ready, or what came of it, and ends when its input does.
"""

import ftplib
import io
import json
import sys
import threading


def tell(value):
    print(json.dumps(value), flush=True)


def ftp_server(folder):
    """A real server of files in a real folder; serves until the input ends."""
    import logging

    from pyftpdlib.authorizers import DummyAuthorizer
    from pyftpdlib.handlers import FTPHandler
    from pyftpdlib.servers import ThreadedFTPServer

    logging.disable(logging.CRITICAL)
    authorizer = DummyAuthorizer()
    authorizer.add_user("cell", "secret", folder, perm="elradfmw")

    class Handler(FTPHandler):
        pass

    Handler.authorizer = authorizer
    server = ThreadedFTPServer(("127.0.0.1", 0), Handler)
    tell({"port": server.socket.getsockname()[1]})
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()


def ftp_client(port):
    """What the client of Python's own library finds at a server: a file sent, listed, fetched and deleted."""
    ftp = ftplib.FTP()
    ftp.connect("127.0.0.1", int(port), timeout=10)
    ftp.login("cell", "secret")
    content = b"O1234\r\nM30\n\x00\xff"
    ftp.storbinary("STOR O1234.nc", io.BytesIO(content))
    listed = {name: facts for name, facts in ftp.mlsd()}
    names = ftp.nlst()
    fetched = io.BytesIO()
    ftp.retrbinary("RETR O1234.nc", fetched.write)
    size = ftp.size("O1234.nc")
    ftp.set_pasv(True)
    ftp.af = 10  # Asks for a port by EPSV, as for the newer protocol.
    lines = []
    ftp.retrlines("LIST", lines.append)
    ftp.delete("O1234.nc")
    refused = ""
    try:
        ftp.size("O1234.nc")
    except ftplib.error_perm as error:
        refused = str(error)
    ftp.quit()
    tell(
        {
            "isSame": fetched.getvalue() == content,
            "size": size,
            "names": names,
            "facts": listed["O1234.nc"],
            "lines": len(lines),
            "refused": refused,
        }
    )


def modbus_server(unit):
    """Serves what the first line of the input says, and tells every write that comes."""
    import asyncio

    from pymodbus.datastore import ModbusDeviceContext, ModbusSequentialDataBlock, ModbusServerContext
    from pymodbus.server import ModbusTcpServer

    device = ModbusDeviceContext(
        **{table: ModbusSequentialDataBlock(0, [0] * 65536) for table in ("di", "co", "ir", "hr")}
    )
    for function, address, values in json.loads(sys.stdin.readline()):
        device.setValues(function, address, values)

    def note(is_sent, pdu):
        if not is_sent and pdu.function_code in (5, 16):
            values = pdu.bits[:1] if pdu.function_code == 5 else pdu.registers
            tell([pdu.function_code, pdu.address, list(values)])
        return pdu

    async def serve():
        context = ModbusServerContext(devices={int(unit): device}, single=False)
        server = ModbusTcpServer(context, address=("127.0.0.1", 0), trace_pdu=note)
        await server.serve_forever(background=True)
        tell({"port": server.transport.sockets[0].getsockname()[1]})
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        await server.shutdown()

    asyncio.run(serve())


def modbus_client(port, unit):
    """Answers each line of the input: ["read", function, address, count] or ["write", function, address, values]."""
    from pymodbus.client import ModbusTcpClient

    client = ModbusTcpClient("127.0.0.1", port=int(port))
    client.connect()
    device = {"device_id": int(unit)}
    reads = {
        1: client.read_coils,
        2: client.read_discrete_inputs,
        3: client.read_holding_registers,
        4: client.read_input_registers,
    }
    for line in sys.stdin:
        asked, function, address, rest = json.loads(line)
        if asked == "read":
            answer = reads[function](address, count=rest, **device)
            values = answer.bits[:rest] if function < 3 else answer.registers
            tell({"exception": answer.exception_code} if answer.isError() else {"values": list(values)})
            continue
        if function == 5:
            answer = client.write_coil(address, bool(rest[0]), **device)
        else:
            answer = client.write_registers(address, rest, **device)
        tell({"exception": answer.exception_code} if answer.isError() else {})
    client.close()


def ethernet_ip_adapter(host):
    """A weld machine: the first bit of the outputs is the arc, which it reports, and it measures what it is told.

    Tells every change of the arc, and the end of a connection.
    """
    import asyncio

    from ethernetip.cip.identity_info import IdentityInfo
    from ethernetip.device.virtual_device import VirtualDevice

    identity = IdentityInfo(
        vendor_id=1,
        device_type=0x0C,
        product_code=1,
        major_revision=1,
        minor_revision=0,
        serial_number=1,
        product_name="Third-party machine",
    )

    async def serve():
        device = VirtualDevice(identity, host)
        inputs = device.add_assembly(100, 32, "inputs")
        outputs = device.add_assembly(150, 32, "outputs")
        device.add_assembly(151, 10, "configuration")
        shown = {"arc": False}

        def follow(_instance, data):
            arc = data[0] & 1
            inputs.write_bytes(0, bytes([arc | 2]))
            inputs.write_bytes(4, data[6:8] + data[4:6] + data[4:6])
            if shown["arc"] != bool(arc):
                shown["arc"] = bool(arc)
                tell({"arc": bool(arc)})

        outputs.on_data_changed.append(follow)
        inputs.write_bytes(0, bytes([2]))
        device.connection_manager.on_connection_removed.append(lambda _connection: tell({"ended": True}))
        await device.start()
        tell({"host": host})
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        await device.close()

    asyncio.run(serve())


programs = {
    "ethernet-ip-adapter": ethernet_ip_adapter,
    "ftp-server": ftp_server,
    "ftp-client": ftp_client,
    "modbus-server": modbus_server,
    "modbus-client": modbus_client,
}

if __name__ == "__main__":
    programs[sys.argv[1]](*sys.argv[2:])
